import { blankSecrets } from '../tools/index.ts'

/** The input of a call without known keys, in its values and its names, however deep they stand. */
export function blankInput(input: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return input
  if (typeof input === 'string') return blankSecrets(input, secrets)
  if (Array.isArray(input)) return input.map((item) => blankInput(item, secrets))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      blankSecrets(name, secrets),
      blankInput(value, secrets),
    ]),
  )
}

/** The same keys, also as they stand inside JSON that streams. */
export function asWrittenInJson(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))]
}
