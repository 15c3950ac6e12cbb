import { isLoopback } from './endpoint.ts'
import type { Fetch } from './guarded-fetch.ts'
import type { Environment } from './providers.ts'

/** What the environment says of proxies. */
export interface Proxies {
  /** The variable that a person would look at. */
  readonly variable: string
  readonly http: string
  readonly https: string
  /** Hosts that are called directly, as `NO_PROXY` lists them. */
  readonly except: string
}

/** A proxy that does not let a request through, or cannot be asked at all. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly variable: string
  /** What the proxy answered; undefined where its address is none. */
  readonly status: number | undefined

  constructor(variable: string, status?: number) {
    super(status === undefined ? 'the address is no proxy’s' : `the proxy answered ${status}`)
    this.variable = variable
    this.status = status
  }
}

/** The variables for proxies, in the order in which they are asked. Small letters come first, as everywhere. */
const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const

/** Undefined where no variable names a proxy. */
export function proxiesIn(environment: Environment): Proxies | undefined {
  const all = proxyIn(environment, 'ALL_PROXY')
  const http = proxyIn(environment, 'HTTP_PROXY') ?? all
  const https = proxyIn(environment, 'HTTPS_PROXY') ?? all
  const variable = proxyVariables.find((name) => variableOf(environment, name) !== undefined)
  if (variable === undefined) return undefined
  const except = variableOf(environment, 'NO_PROXY') ?? ''
  return { variable, http: http ?? '', https: https ?? '', except }
}

/** Why the proxies cannot be used; undefined where they can. */
export function unusableProxy({ http, https }: Proxies): string | undefined {
  const known = /^(?:https?|socks5?):$/
  return [http, https].every(
    (proxy) => proxy === '' || (URL.canParse(proxy) && known.test(new URL(proxy).protocol)),
  )
    ? undefined
    : 'its address is not one of http, https or socks5'
}

/**
 * The same fetch, through the environment's proxies. Node's own fetch cannot do that before Node
 * 24, so undici does, and is loaded only then. Loopback is always called directly.
 */
export function throughProxies(direct: Fetch, environment: Environment): Fetch {
  const proxies = proxiesIn(environment)
  if (proxies === undefined) return direct
  let loading: Promise<(request: Request) => Promise<Response>> | undefined
  return async (input, init) => {
    // Before undici is loaded: it takes the place of Node's own dispatcher where there is none yet.
    const request = new Request(input, init)
    if (isLoopback(request.url)) return direct(input, init)
    loading ??= openProxies(proxies)
    const send = await loading
    return send(request).catch((error: unknown) => {
      const status = refusalIn(error)
      throw status === undefined ? error : new ProxyError(proxies.variable, status)
    })
  }
}

async function openProxies(proxies: Proxies): Promise<(request: Request) => Promise<Response>> {
  if (unusableProxy(proxies) !== undefined) throw new ProxyError(proxies.variable)
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  const { http: httpProxy, https: httpsProxy, except: noProxy } = proxies
  // All three are given, or undici would read the process environment. Without a tunnel, requests
  // to http: addresses go the way that proxies expect them.
  const dispatcher = new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, proxyTunnel: false })
  return async (request) => {
    const { url, method, signal, redirect } = request
    const answer = await fetch(url, {
      method,
      headers: [...request.headers],
      body: request.body === null ? null : await request.text(),
      signal,
      redirect,
      dispatcher,
    })
    const { status, statusText, headers, body } = answer
    return new Response(body, { status, statusText, headers: [...headers] })
  }
}

/** The status of a proxy that refused: of a tunnel that is the error itself, else its cause. */
function refusalIn(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const said = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(error.message)?.[1]
  return said === undefined ? refusalIn(error.cause) : Number(said)
}

function proxyIn(environment: Environment, name: string): string | undefined {
  const value = variableOf(environment, name)
  if (value === undefined) return undefined
  // `proxy:3128` is written everywhere and means http; socks5h leaves names to the proxy, as ours does.
  const whole = value.includes('://') ? value : `http://${value}`
  return whole.replace(/^socks5h:/i, 'socks5:')
}

const variableOf = (environment: Environment, name: string): string | undefined =>
  environment[name.toLowerCase()]?.trim() || environment[name]?.trim() || undefined
