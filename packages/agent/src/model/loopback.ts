import type { Fetch } from './guarded-fetch.ts'
import { answersText } from './known-models.ts'
import { type LoopbackServer, loopbackServers } from './providers.ts'

/** What one place on loopback answered. */
export type Probe = {
  readonly server: LoopbackServer
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string
} & (
  | { readonly kind: 'silent' }
  /** Something answers, and not with a list of models. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'models'; readonly models: readonly string[] }
)

export interface ProbeOptions {
  readonly fetch: Fetch
  /** Time for each server, in milliseconds. */
  readonly timeoutMs: number
  /** Where each server would be, by its name. */
  readonly origins: ReadonlyMap<string, string>
}

/** Longest list of models that is read, and longest name: who answers there may be anybody. */
const BYTES = 1_048_576
const NAME = 200

/** Asks every known server on loopback at once. Never throws. */
export function probeLoopback(options: ProbeOptions): Promise<readonly Probe[]> {
  return Promise.all(loopbackServers.map((server) => probeServer(server, options)))
}

export async function probeServer(server: LoopbackServer, options: ProbeOptions): Promise<Probe> {
  const origin = options.origins.get(server.name) ?? originOnLoopback(server)
  const answer = await askJson(`${origin}${server.list}`, options)
  if (answer === undefined) return { server, origin, kind: 'silent' }
  const models = namesIn(answer.json)
  return models === undefined
    ? { server, origin, kind: 'stranger' }
    : { server, origin, kind: 'models', models }
}

export const originOnLoopback = ({ port }: LoopbackServer): string => `http://127.0.0.1:${port}`

/**
 * Tokens that Ollama will really take: what the loaded model was given, else what its file sets,
 * else what it was trained for, but no more than `cap`, since an unloaded model gets far less than
 * that by default.
 */
export async function ollamaWindow(
  origin: string,
  model: string,
  cap: number,
  options: ProbeOptions,
): Promise<number | undefined> {
  const [running, shown] = await Promise.all([
    askJson(`${origin}/api/ps`, options),
    askJson(`${origin}/api/show`, options, { model }),
  ])
  const loaded = entries(running?.json, 'models').find(
    (entry) => isRecord(entry) && sameModel(entry['name'], model),
  )
  const given = isRecord(loaded) ? positive(loaded['context_length']) : undefined
  if (given !== undefined) return given
  if (!isRecord(shown?.json)) return undefined

  const parameters = shown.json['parameters']
  const set = typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined
  if (set !== undefined) return positive(Number(set))
  const trained = Object.entries(
    isRecord(shown.json['model_info']) ? shown.json['model_info'] : {},
  ).find(([name]) => name.endsWith('.context_length'))?.[1]
  const length = positive(trained)
  return length === undefined ? undefined : Math.min(length, cap)
}

/** Ollama lists `llama3.2:latest` for what people call `llama3.2`. */
export const sameModel = (listed: unknown, wanted: string): boolean =>
  listed === wanted || listed === `${wanted}:latest`

async function askJson(
  url: string,
  { fetch, timeoutMs }: ProbeOptions,
  body?: unknown,
): Promise<{ readonly json: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    })
    const text = await readAtMost(response, BYTES)
    return { json: response.ok ? parse(text) : undefined }
  } catch {
    return undefined
  }
}

async function readAtMost(response: Response, limit: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > limit) throw new Error('The list of models is too long.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names of models that can answer, from either kind of list. Undefined: this is no such list. */
function namesIn(json: unknown): readonly string[] | undefined {
  if (!isRecord(json)) return undefined
  const list = Array.isArray(json['data']) ? 'data' : 'models'
  if (!Array.isArray(json[list])) return undefined
  const names = entries(json, list).flatMap((entry) => {
    const name = isRecord(entry) ? (entry['id'] ?? entry['name']) : undefined
    return typeof name === 'string' && isName(name) ? [name] : []
  })
  return names.filter(answersText)
}

/** A name is shown and sent, so it holds nothing that a terminal or a reader would trip over. */
const isName = (name: string): boolean =>
  name !== '' && name.length <= NAME && /^[\p{L}\p{N}._:/@+ -]+$/u.test(name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entries = (json: unknown, list: string): readonly unknown[] => {
  const value = isRecord(json) ? json[list] : undefined
  return Array.isArray(value) ? value : []
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
