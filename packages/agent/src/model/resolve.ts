import { connect } from './connect.ts'
import { originOf } from './endpoint.ts'
import {
  aliases,
  bareNames,
  contextWindowOf,
  DEFAULT_LOCAL_WINDOW,
  seesImages,
} from './known-models.ts'
import { ollamaWindow, probeServer, sameModel } from './loopback.ts'
import {
  findProvider,
  loopbackServers,
  type Provider,
  providerNames,
  unusableEndpoint,
} from './providers.ts'
import type { ModelSources } from './sources.ts'
import type { ModelChoice, ModelUnavailable } from './types.ts'
import * as unavailable from './unavailable.ts'

/** One model by id or alias. */
export async function resolveModel(
  sources: ModelSources,
  typed: string,
  reason: string,
): Promise<ModelChoice | ModelUnavailable> {
  const id = aliases.get(typed.trim().toLowerCase()) ?? typed.trim()
  if (id.toLowerCase() === 'guided') return guided(reason)

  const slash = id.indexOf('/')
  if (slash === -1) return resolveBare(sources, id, reason)
  const name = id.slice(0, slash)
  const model = id.slice(slash + 1)
  const provider = providerCalled(sources, name) ?? providerCalled(sources, name.toLowerCase())
  if (provider === undefined) {
    return unavailable.unknownProvider(id, name, providerNames(sources.providers))
  }
  if (model === '') return unavailable.noModelName(id, provider.name)
  return (
    (await missingOnLoopback(sources, provider, model)) ?? reach(sources, provider, model, reason)
  )
}

/** A name without a provider: by how it begins, else by what the servers on loopback hold. */
async function resolveBare(
  sources: ModelSources,
  model: string,
  reason: string,
): Promise<ModelChoice | ModelUnavailable> {
  const known = bareNames.find(([pattern]) => pattern.test(model))?.[1]
  const provider = known === undefined ? undefined : providerCalled(sources, known)
  if (provider !== undefined) return reach(sources, provider, model, reason)

  for (const probe of await sources.probes()) {
    const local = providerCalled(sources, probe.server.name)
    if (local === undefined || probe.kind !== 'models') continue
    if (probe.models.some((listed) => sameModel(listed, model))) {
      return reach(
        sources,
        local,
        model,
        `${reason}; ${probe.server.title} at ${probe.origin} has it`,
      )
    }
  }
  return unavailable.unknownModel(model, providerNames(sources.providers))
}

/** A server on loopback can be asked what it has before a text is lost on it. */
async function missingOnLoopback(
  sources: ModelSources,
  provider: Provider,
  model: string,
): Promise<ModelUnavailable | undefined> {
  const server = loopbackServers.find(({ name }) => name === provider.name)
  if (server === undefined || provider.configured) return undefined
  const probe = await probeServer(server, sources.probing)
  if (probe.kind !== 'models') return unavailable.serverSilent(`${provider.name}/${model}`, probe)
  // llama.cpp holds one model and answers to every name.
  if (server.name === 'llamacpp' || probe.models.some((listed) => sameModel(listed, model))) {
    return undefined
  }
  return unavailable.notOnServer(`${provider.name}/${model}`, server.title, probe.models)
}

export const providerCalled = ({ providers, environment, probing }: ModelSources, name: string) =>
  findProvider(name, providers, environment, probing.origins)

/** The model itself, once its provider is known. */
export async function reach(
  sources: ModelSources,
  provider: Provider,
  model: string,
  reason: string,
): Promise<ModelChoice | ModelUnavailable> {
  const id = `${provider.name}/${model}`
  const { baseURL, key } = provider
  const { fetch, mostEvents } = sources
  const problem = unusableEndpoint(provider)
  if (problem !== undefined || baseURL === undefined) {
    return unavailable.badEndpoint(id, provider.name, problem ?? '')
  }
  if (key.kind === 'missing') return unavailable.missingKey(id, provider.name, key.variable)
  return {
    kind: 'provider',
    id,
    provider: provider.name,
    model: await connect({ provider, baseURL, model, fetch, mostEvents }),
    local: provider.local,
    contextWindow: await windowOf(sources, provider, model),
    ...imagesOf(provider, model),
    reason: provider.local ? `${reason} (${originOf(baseURL)})` : reason,
  }
}

/**
 * A model that cannot see answers an image with an error, and every later message of the conversation
 * with it: where the protocol is spoken by everybody's models, only those known to see are sent any.
 * Chat completions have no images in tool results at all.
 */
function imagesOf({ wire, images: said }: Provider, model: string) {
  const isChat = wire === 'chat' || wire === 'openai-chat'
  const images = said ?? (!isChat || seesImages(model))
  return { images, imagesInResults: images && !isChat }
}

async function windowOf(sources: ModelSources, provider: Provider, model: string): Promise<number> {
  const ownServer = loopbackServers.some(({ name }) => name === provider.name)
  if (!provider.local && !ownServer) return contextWindowOf(model)
  if (provider.name !== 'ollama' || provider.baseURL === undefined) return DEFAULT_LOCAL_WINDOW
  const origin = originOf(provider.baseURL)
  const said = await ollamaWindow(origin, model, DEFAULT_LOCAL_WINDOW, sources.probing)
  return said ?? DEFAULT_LOCAL_WINDOW
}

export const guided = (reason: string): ModelChoice => ({
  kind: 'guided',
  id: 'guided',
  reason,
  contextWindow: contextWindowOf('guided'),
})
