import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isRefusedAddress, refusedEndpoint } from './endpoint.ts'
import { STALL_MS, StallError, within } from './stall.ts'

/** What stands in for the global `fetch`. */
export type Fetch = typeof globalThis.fetch

/** A request that never left, because of where it would have gone. */
export class RefusedEndpointError extends Error {
  override readonly name = 'RefusedEndpointError'
}

/** An answer that would have sent the conversation and the key elsewhere. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'

  constructor() {
    super('the answer is a redirect')
  }
}

/** How long a provider may be silent, and how its host name is looked up. */
export interface GuardOptions {
  /** Longest wait for the first headers, in milliseconds. Default 120,000. */
  readonly headersMs?: number
  /** Longest silence inside an answer, in milliseconds. Default 120,000. */
  readonly stallMs?: number
  /** The addresses of a host name. Default: the system's. */
  readonly lookup?: (host: string) => Promise<readonly string[]>
}

/**
 * The one way out to a provider. Redirects are errors: they would carry key and conversation to
 * another host. Link-local addresses are refused, written out or behind a name. Silence has an
 * end: undici's own timers start with the first byte and are longer than anybody waits.
 */
export function guardFetch(fetch: Fetch, options: GuardOptions = {}): Fetch {
  const { headersMs = STALL_MS, stallMs = STALL_MS, lookup = systemAddresses } = options
  return async (input, init) => {
    const given = init?.signal ?? undefined
    const silence = new AbortController()
    const signal = given === undefined ? silence.signal : AbortSignal.any([given, silence.signal])

    const answering = refuseLinkLocal(addressOf(input), lookup).then(() =>
      fetch(input, { ...init, signal, redirect: 'error' }),
    )
    const response = await within(answering, headersMs, () => {
      const error = new StallError('headers', headersMs)
      silence.abort(error)
      return error
    }).catch((error: unknown) => {
      throw isRedirect(error) ? new RedirectError() : error
    })
    return withStallLimit(response, stallMs, (error) => silence.abort(error))
  }
}

const addressOf = (input: Parameters<Fetch>[0]): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url

async function refuseLinkLocal(
  address: string,
  lookup: (host: string) => Promise<readonly string[]>,
): Promise<void> {
  const reason = refusedEndpoint(address)
  if (reason !== undefined) throw new RefusedEndpointError(reason)
  const host = new URL(address).hostname
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return
  // A name that cannot be resolved fails in the request itself, with the better error.
  const addresses = await lookup(host).catch(() => [])
  if (addresses.some(isRefusedAddress)) {
    throw new RefusedEndpointError(`${host} leads to a link-local or metadata address.`)
  }
}

const systemAddresses = async (host: string): Promise<readonly string[]> =>
  (await systemLookup(host, { all: true })).map(({ address }) => address)

const isRedirect = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  error.cause.message === 'unexpected redirect'

/** The same response, whose body fails with a `StallError` when no byte comes for that long. */
function withStallLimit(
  response: Response,
  stallMs: number,
  onStall: (error: StallError) => void,
): Response {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await within(reader.read(), stallMs, () => {
        const error = new StallError('stream', stallMs)
        onStall(error)
        return error
      })
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
