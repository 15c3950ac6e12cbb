import { listFindings } from './findings.ts'
import { defaultModels } from './known-models.ts'
import { listModels, testConnection } from './list.ts'
import { builtIns } from './providers.ts'
import { guided, providerCalled, reach, resolveModel } from './resolve.ts'
import { collectSecrets } from './secrets.ts'
import { type ModelSources, type ModelsOptions, sourcesOf } from './sources.ts'
import type { ModelCatalogue, ModelChoice, ModelUnavailable } from './types.ts'

/**
 * Which models there are, and which one to take: the wanted one, else the settings', else that of
 * the first key in the environment, else one on loopback, else guided. Throws nothing: a model that
 * cannot be had is an answer with a hint.
 *
 * @param options the environment and the settings; nothing is asked before the first call
 * @returns the models, for `createEngine({ model })`
 * @example
 * const models = createModels({ environment: process.env, settings })
 * const choice = await models.choose()
 * console.log(choice.id, choice.kind === 'unavailable' ? choice.hint : choice.reason)
 */
export function createModels(options: ModelsOptions): ModelCatalogue {
  const sources = sourcesOf(options)
  const secrets = collectSecrets(sources.environment, sources.providers)
  return {
    choose: (wanted) => chooseModel(sources, wanted),
    resolve: (id) => resolveModel(sources, id, 'it was named'),
    findings: () => listFindings(sources),
    list: () => listModels(sources),
    test: (id, signal) => testConnection(sources, secrets, id, signal),
    secrets,
  }
}

async function chooseModel(
  sources: ModelSources,
  wanted: string | undefined,
): Promise<ModelChoice | ModelUnavailable> {
  if (wanted?.trim()) return resolveModel(sources, wanted, 'it was named')
  // A model that somebody chose and cannot be had is said, never replaced: another one may be
  // another company's, and would get the text without being asked about.
  if (sources.preferred) {
    return resolveModel(sources, sources.preferred.id, `named in ${sources.preferred.place}`)
  }
  return (
    (await byKey(sources)) ??
    (await onLoopback(sources)) ??
    guided('no key and no local server was found')
  )
}

async function byKey(sources: ModelSources): Promise<ModelChoice | ModelUnavailable | undefined> {
  for (const name of builtIns.keys()) {
    const provider = providerCalled(sources, name)
    const model = defaultModels.get(name)
    if (provider === undefined || model === undefined) continue
    const { key } = provider
    if (key.kind !== 'found' && key.kind !== 'token') continue
    return reach(sources, provider, model, `${key.place} is set`)
  }
  return undefined
}

async function onLoopback(
  sources: ModelSources,
): Promise<ModelChoice | ModelUnavailable | undefined> {
  for (const probe of await sources.probes()) {
    const provider = providerCalled(sources, probe.server.name)
    const model = probe.kind === 'models' ? probe.models[0] : undefined
    if (model === undefined || provider === undefined) continue
    return reach(sources, provider, model, `found ${probe.server.title} at ${probe.origin}`)
  }
  return undefined
}
