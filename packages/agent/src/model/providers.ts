import type { ModelPrices, ProviderSettings } from '@skillet/core'
import { isLoopback, refusedEndpoint } from './endpoint.ts'

/** Names and values of the process environment, handed in by the outermost door. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Which protocol a provider speaks. `chat` is OpenAI's older one, which everybody copies. */
export type Wire = 'anthropic' | 'openai-responses' | 'openai-chat' | 'google' | 'chat'

/** A provider that could be used, with what is still missing. */
export interface Provider {
  readonly name: string
  readonly wire: Wire
  /** Undefined where nobody said where it is. */
  readonly baseURL: string | undefined
  readonly key: ProviderKey
  readonly headers: Readonly<Record<string, string>>
  /** Whether its models are sent images, where the settings say so. */
  readonly images: boolean | undefined
  /** By model. */
  readonly prices: ReadonlyMap<string, ModelPrices>
  readonly local: boolean
  /** Whether the user's settings name it. */
  readonly configured: boolean
}

export type ProviderKey =
  | { readonly kind: 'found'; readonly value: string; readonly place: string }
  /** Sent as `Authorization: Bearer` instead of the provider's own header. */
  | { readonly kind: 'token'; readonly value: string; readonly place: string }
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'missing'; readonly variable: string }

interface BuiltIn {
  readonly wire: Wire
  readonly baseURL: string
  readonly baseVariable?: string
  readonly keyVariables: readonly string[]
  readonly tokenVariable?: string
}

/** In the order in which their keys are looked for. */
export const builtIns: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  [
    'anthropic',
    {
      wire: 'anthropic',
      baseURL: 'https://api.anthropic.com/v1',
      baseVariable: 'ANTHROPIC_BASE_URL',
      keyVariables: ['ANTHROPIC_API_KEY'],
      tokenVariable: 'ANTHROPIC_AUTH_TOKEN',
    },
  ],
  [
    'openai',
    {
      wire: 'openai-responses',
      baseURL: 'https://api.openai.com/v1',
      baseVariable: 'OPENAI_BASE_URL',
      keyVariables: ['OPENAI_API_KEY'],
    },
  ],
  [
    'google',
    {
      wire: 'google',
      baseURL: 'https://generativelanguage.googleapis.com/v1beta',
      keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    },
  ],
])

/** Servers on this machine. Neither needs a key. */
export interface LoopbackServer {
  readonly name: string
  readonly title: string
  readonly port: number
  /** Path of the list of models. */
  readonly list: string
}

export const loopbackServers: readonly LoopbackServer[] = [
  { name: 'ollama', title: 'Ollama', port: 11434, list: '/api/tags' },
  { name: 'lmstudio', title: 'LM Studio', port: 1234, list: '/v1/models' },
  { name: 'llamacpp', title: 'llama.cpp', port: 8080, list: '/v1/models' },
]

/** Names that `provider/model` may begin with, in the order a person would look for them. */
export function providerNames(settings: Readonly<Record<string, ProviderSettings>>): string[] {
  return [
    ...new Set([
      ...builtIns.keys(),
      ...loopbackServers.map(({ name }) => name),
      ...Object.keys(settings),
    ]),
  ]
}

/** Settings over environment over what is built in. Undefined where nobody knows the name. */
export function findProvider(
  name: string,
  settings: Readonly<Record<string, ProviderSettings>>,
  environment: Environment,
  origins: ReadonlyMap<string, string>,
): Provider | undefined {
  const own = Object.hasOwn(settings, name) ? settings[name] : undefined
  const builtIn = builtIns.get(name)
  const origin = origins.get(name)
  if (own === undefined && builtIn === undefined && origin === undefined) return undefined

  const baseURL = baseOf(own, builtIn, environment, origin)
  const local = baseURL !== undefined && isLoopback(baseURL)
  return {
    name,
    wire: wireOf(own, builtIn, baseURL),
    baseURL,
    key: keyOf(name, own, builtIn, environment, local || origin !== undefined),
    headers: own?.headers ?? {},
    images: own?.images,
    prices: new Map(Object.entries(own?.prices ?? {})),
    local,
    configured: own !== undefined,
  }
}

function baseOf(
  own: ProviderSettings | undefined,
  builtIn: BuiltIn | undefined,
  environment: Environment,
  origin: string | undefined,
): string | undefined {
  const fromEnvironment =
    builtIn?.baseVariable === undefined ? undefined : environment[builtIn.baseVariable]?.trim()
  const given = own?.baseURL?.trim() || fromEnvironment || undefined
  if (given === undefined) {
    return builtIn?.baseURL ?? defaultBase(own?.kind) ?? (origin && `${origin}/v1`)
  }
  const versioned =
    origin !== undefined ||
    own?.kind === 'anthropic' ||
    (own?.kind === undefined && builtIn?.wire === 'anthropic')
  return versioned ? withVersion(given) : given.replace(/\/+$/, '')
}

const defaultBase = (kind: ProviderSettings['kind']): string | undefined =>
  kind === undefined || kind === 'openai-compatible' ? undefined : builtIns.get(kind)?.baseURL

/** Anthropic's clients and Ollama name the address without `/v1`, others with it: both are the same. */
function withVersion(baseURL: string): string {
  const trimmed = baseURL.replace(/\/+$/, '')
  return /\/v\d+\w*$/.test(trimmed) ? trimmed : `${trimmed}/v1`
}

/**
 * A provider called `openai` at somebody else's address speaks the older protocol, since few
 * gateways know the newer; `kind: 'openai'` asks for the newer one.
 */
function wireOf(
  own: ProviderSettings | undefined,
  builtIn: BuiltIn | undefined,
  baseURL: string | undefined,
): Wire {
  switch (own?.kind) {
    case 'anthropic':
      return 'anthropic'
    case 'google':
      return 'google'
    case 'openai':
      return 'openai-responses'
    case 'openai-compatible':
      return 'chat'
    case undefined:
      if (builtIn === undefined) return 'chat'
      return builtIn.wire === 'openai-responses' && baseURL !== builtIn.baseURL
        ? 'openai-chat'
        : builtIn.wire
  }
}

function keyOf(
  name: string,
  own: ProviderSettings | undefined,
  builtIn: BuiltIn | undefined,
  environment: Environment,
  local: boolean,
): ProviderKey {
  const ownKey = own?.apiKey?.trim()
  if (ownKey)
    return { kind: 'found', value: ownKey, place: `providers.${name}.apiKey in the settings` }

  const variables = keyVariables(name)
  for (const variable of variables) {
    const value = environment[variable]?.trim()
    if (value) return { kind: 'found', value, place: variable }
  }
  const token = builtIn?.tokenVariable && environment[builtIn.tokenVariable]?.trim()
  if (token) return { kind: 'token', value: token, place: builtIn.tokenVariable ?? '' }

  const headers = Object.keys(own?.headers ?? {})
  if (local || headers.some(carriesKey)) return { kind: 'not-needed' }
  // A compatible server elsewhere may ask for no key; if it does, it answers 401 and we say so.
  if (builtIn === undefined && (own?.kind ?? 'openai-compatible') === 'openai-compatible') {
    return { kind: 'not-needed' }
  }
  return { kind: 'missing', variable: variables[0] ?? '' }
}

/** The variables that may hold a provider's key, the usual one first. */
export function keyVariables(name: string): readonly string[] {
  return (
    builtIns.get(name)?.keyVariables ?? [
      `${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`,
    ]
  )
}

/** Headers by which a request may prove who sends it. */
export const carriesKey = (header: string): boolean => /auth|key|token|secret|cookie/i.test(header)

/** Why a provider's address cannot be used. */
export function unusableEndpoint({ name, baseURL }: Provider): string | undefined {
  if (baseURL === undefined) return `The provider ${name} has no address.`
  return refusedEndpoint(baseURL)
}
