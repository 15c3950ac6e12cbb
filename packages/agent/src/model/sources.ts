import type { ProviderSettings, Settings } from '@skillet/core'
import { type Fetch, type GuardOptions, guardFetch } from './guarded-fetch.ts'
import { originOnLoopback, type Probe, type ProbeOptions, probeLoopback } from './loopback.ts'
import { type Environment, loopbackServers } from './providers.ts'
import { throughProxies } from './proxy.ts'

/** Where `createModels` looks. */
export interface ModelsOptions {
  readonly environment: Environment
  /** Providers are read from the user's part alone, also where the project is trusted. */
  readonly settings?: Pick<Settings, 'user' | 'project'>
  /** Whether the project's settings may name the model. Default false. */
  readonly projectTrusted?: boolean
  /** Default: the system's, through the environment's proxies. Every call goes through `guardFetch`. */
  readonly fetch?: Fetch
  readonly guard?: GuardOptions
  readonly probe?: {
    /** Time for each server on loopback, in milliseconds. Default 300. */
    readonly timeoutMs?: number
    /** Other places to look at, by the server's name: `{ ollama: 'http://127.0.0.1:5000' }`. */
    readonly origins?: Readonly<Record<string, string>>
  }
}

/** What every step of the choice reads. */
export interface ModelSources {
  readonly environment: Environment
  readonly providers: Readonly<Record<string, ProviderSettings>>
  /** The model that the settings name, and where. */
  readonly preferred: { readonly id: string; readonly place: string } | undefined
  readonly fetch: Fetch
  /** Most events of one answer, where it is not the usual number. */
  readonly mostEvents: number | undefined
  readonly probing: ProbeOptions
  /** Asks loopback once. */
  readonly probes: () => Promise<readonly Probe[]>
}

/** Gathers what the caller handed in; nothing is asked or read yet. */
export function sourcesOf(options: ModelsOptions): ModelSources {
  const { environment, settings, projectTrusted = false, probe = {} } = options
  const system = () => throughProxies(globalThis.fetch, environment)
  const fetch = guardFetch(options.fetch ?? system(), options.guard)
  const origins = new Map(
    loopbackServers.map((server) => [
      server.name,
      probe.origins?.[server.name] ?? originOnLoopback(server),
    ]),
  )
  const probing = { fetch, timeoutMs: probe.timeoutMs ?? 300, origins }
  const project = projectTrusted ? settings?.project.model?.trim() : undefined
  const user = settings?.user.model?.trim()
  const preferred = project
    ? { id: project, place: "the project's settings" }
    : user
      ? { id: user, place: "the user's settings" }
      : undefined

  let probes: Promise<readonly Probe[]> | undefined
  return {
    environment,
    providers: settings?.user.providers ?? {},
    preferred,
    fetch,
    mostEvents: options.guard?.mostEvents,
    probing,
    probes: () => {
      probes ??= probeLoopback(probing)
      return probes
    },
  }
}
