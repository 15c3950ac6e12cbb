import type { ProviderSettings } from '@skillet/core'
import { builtIns, carriesKey, type Environment, keyVariables } from './providers.ts'
import { proxiesIn } from './proxy.ts'

/** Shorter values are no keys, and blanking them would blank ordinary words. */
const SHORTEST = 8

/** Every key value that is known here, so that output can be blanked of it. Longest first. */
export function collectSecrets(
  environment: Environment,
  providers: Readonly<Record<string, ProviderSettings>>,
): readonly string[] {
  const proxies = proxiesIn(environment)
  const values = [
    ...passwordsIn(proxies?.http),
    ...passwordsIn(proxies?.https),
    ...[...builtIns].flatMap(([name, { tokenVariable }]) => [
      ...keyVariables(name).map((variable) => environment[variable]),
      tokenVariable === undefined ? undefined : environment[tokenVariable],
    ]),
    ...Object.entries(providers).flatMap(([name, provider]) => [
      provider.apiKey,
      ...keyVariables(name).map((variable) => environment[variable]),
      ...headerSecrets(provider.headers ?? {}),
      ...passwordsIn(provider.baseURL),
    ]),
  ]
  const secrets = values.flatMap((value) => {
    const trimmed = value?.trim() ?? ''
    return trimmed.length < SHORTEST ? [] : [trimmed]
  })
  // A key inside a longer secret is blanked after it, or half of the longer one would stay.
  return Object.freeze([...new Set(secrets)].sort((a, b) => b.length - a.length))
}

/** `Bearer KEY` is a secret as a whole and as KEY alone. */
const headerSecrets = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => carriesKey(name))
    .flatMap(([, value]) => [value, value.replace(/^\s*\w+\s+/, '')])

/** The password of an address: as it is written there, as it is meant, and as a header carries it. */
function passwordsIn(address: string | undefined): readonly string[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { username, password } = new URL(address)
  if (password === '') return []
  const meant = decoded(password)
  const header = Buffer.from(`${decoded(username)}:${meant}`).toString('base64')
  return [password, meant, header]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
