import type { Failure } from '@skillet/server/contract'
import { storedKey } from './access.ts'
import { Problem } from './problem.ts'

/** As in the contract: the page imports its types alone. */
const keyHeader = 'x-skillet-key'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Left out where undefined. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Asks the server, and gives its answer where that is a success. Rejects with a `Problem`. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const response = await reach(withQuery(path, options.query), {
    method: options.method ?? 'GET',
    headers: headersOf(options),
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    ...(options.body === undefined ? {} : { body: options.body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  if (response.ok) return response
  throw await problemOf(response)
}

/** The JSON of a successful answer. */
export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  const response = await request(path, options)
  return (await response.json()) as T
}

function headersOf({ json, headers = {} }: RequestOptions): Record<string, string> {
  const key = storedKey()
  return {
    ...(key === undefined ? {} : { [keyHeader]: key }),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
}

function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Problem({ code: 'unreachable', message: 'Skillet does not answer.' }, 0)
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const { status } = response
  try {
    const { error } = (await response.json()) as Failure
    return new Problem(error, status)
  } catch {
    return new Problem({ code: 'unreadable', message: `The server answered ${status}.` }, status)
  }
}
