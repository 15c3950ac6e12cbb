import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { LONGEST_BODY } from './answer-size.ts'
import { isRefusedAddress, refusedEndpoint } from './endpoint.ts'
import { withBodyLimits } from './guarded-body.ts'
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

/** How long a provider may be silent, how much it may say, and how its host name is looked up. */
export interface GuardOptions {
  /** Longest wait for the first headers, in milliseconds. Default 120,000. */
  readonly headersMs?: number
  /** Longest silence inside an answer, in milliseconds. Default 120,000. */
  readonly stallMs?: number
  /** Longest answer, in bytes. Default 128 MiB. */
  readonly longest?: number
  /** Most events in one answer. Default 250,000. */
  readonly mostEvents?: number
  /** The addresses of a host name. Default: the system's. */
  readonly lookup?: (host: string) => Promise<readonly string[]>
}

/**
 * The one way out to a provider. Redirects are errors: they would carry key and conversation to
 * another host. Link-local addresses are refused, written out or behind a name. Silence has an
 * end: undici's own timers start with the first byte and are longer than anybody waits.
 */
export function guardFetch(fetch: Fetch, options: GuardOptions = {}): Fetch {
  const { headersMs = STALL_MS, stallMs = STALL_MS, longest = LONGEST_BODY } = options
  const { lookup = systemAddresses } = options
  return async (input, init) => {
    const given = init?.signal ?? undefined
    const limit = new AbortController()
    const signal = given === undefined ? limit.signal : AbortSignal.any([given, limit.signal])

    const answering = refuseLinkLocal(addressOf(input), lookup).then(() =>
      fetch(input, { ...init, signal, redirect: 'error' }),
    )
    const response = await within(answering, headersMs, () => {
      const error = new StallError('headers', headersMs)
      limit.abort(error)
      return error
    }).catch((error: unknown) => {
      throw isRedirect(error) ? new RedirectError() : error
    })
    return withBodyLimits(response, {
      stallMs,
      longest,
      onFailure: (error) => limit.abort(error),
    })
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
