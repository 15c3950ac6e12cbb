import { isIP } from 'node:net'

/** The names that lead to this computer alone. */
const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** To listen on all addresses is no name that anybody types. */
const allAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Whether only programs of this computer reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || host === '::1'
}

/** A host as it stands in an address: an IPv6 address has brackets. */
export function inAddress(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}

/** One `Host` header as a request carries it. */
export interface AskedHost {
  /** All values, in order: a second one is refused. */
  readonly headers: readonly string[]
  /** The address that the connection came to. */
  readonly localAddress: string | undefined
}

/**
 * Whether a request means this server by its name. A page elsewhere can have its own name lead here
 * (DNS rebinding), but cannot have the browser send another one.
 *
 * @param host as given with `--host`
 */
export function isOurHost({ headers, localAddress }: AskedHost, host: string): boolean {
  const [value, ...more] = headers
  if (value === undefined || more.length > 0) return false
  const name = /^(?<name>\[[0-9a-f:.]+\]|[0-9a-z._-]+)(?::\d{1,5})?$/iu
    .exec(value)
    ?.groups?.['name']?.toLowerCase()
  if (name === undefined || name.endsWith('.')) return false
  if (loopbackNames.has(name)) return true
  if (name === inAddress(host).toLowerCase() && !allAddresses.has(host)) return true
  return allAddresses.has(host) && name === addressOf(localAddress)
}

/** An address cannot be rebound: whoever types it means this computer. */
function addressOf(local: string | undefined): string | undefined {
  if (local === undefined) return undefined
  // IPv4 over an IPv6 socket.
  return inAddress(local.replace(/^::ffff:(?=\d+\.)/iu, ''))
}
