import { BlockList, isIP } from 'node:net'

/**
 * Addresses that no model answers at: link-local ones, where clouds hand out the machine's own
 * credentials (169.254.169.254), and the two metadata addresses outside of that range.
 */
const refused = new BlockList()
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addAddress('100.100.100.200', 'ipv4')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addAddress('fd00:ec2::254', 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** `URL` has already turned `0x7f.1` and `2130706433` into `127.0.0.1`. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** BlockList compares an IPv4 address inside an IPv6 one by its IPv4 rules. */
function listed(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

export const isRefusedAddress = (address: string): boolean => listed(refused, address)

/** Whether a URL leads to this machine. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = hostOf(new URL(url))
  return host === 'localhost' || host.endsWith('.localhost') || listed(loopback, host)
}

/** Why this address may not be called, as a sentence; undefined where it may. */
export function refusedEndpoint(address: string): string | undefined {
  if (!URL.canParse(address)) return 'The address is not a URL.'
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `The address begins with ${url.protocol} instead of http: or https:.`
  }
  // Not shown: what stands before the @ is a secret.
  if (url.username !== '' || url.password !== '')
    return 'The address holds a user name or password.'
  const host = hostOf(url)
  if (isRefusedAddress(host) || host === 'metadata.google.internal') {
    return `${host} is a link-local or metadata address, and no model answers there.`
  }
  return undefined
}

/** Scheme, host and port, for people. Never user info, path or query. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'an address that is not a URL'
}
