import { describeFailure } from './failure/index.ts'
import { aliases, defaultModels } from './known-models.ts'
import { providerNames } from './providers.ts'
import { providerCalled, resolveModel } from './resolve.ts'
import type { ModelSources } from './sources.ts'
import type { ConnectionTest, ListedModel, ListedProvider, ModelListing } from './types.ts'

/** What a page of settings or a menu of models shows. Keys are named, never given. */
export async function listModels(sources: ModelSources): Promise<ModelListing> {
  const probes = await sources.probes()
  const providers = providerNames(sources.providers).flatMap((name): ListedProvider[] => {
    const provider = providerCalled(sources, name)
    if (provider === undefined) return []
    const probe = probes.find(({ server }) => server.name === name)
    const known = defaultModels.get(name)
    const models = probe?.kind === 'models' ? probe.models : known === undefined ? [] : [known]
    const answers = probe === undefined || provider.configured || probe.kind === 'models'
    const { key, local } = provider
    const usable = key.kind !== 'missing' && provider.baseURL !== undefined && answers
    const isOwn = Boolean(sources.providers[name]?.apiKey?.trim())
    return [
      {
        name,
        local,
        usable,
        key: key.kind === 'token' ? 'found' : key.kind,
        ...('place' in key && !isOwn && { variable: key.place }),
        models,
      },
    ]
  })
  const short: readonly ListedModel[] = [...aliases].map(([alias, id]) => ({ alias, id }))
  return { providers, aliases: short }
}

/** One short request to one model. Whatever it answers is thrown away. */
export async function testConnection(
  sources: ModelSources,
  secrets: readonly string[],
  id: string,
  signal = AbortSignal.timeout(30_000),
): Promise<ConnectionTest> {
  const choice = await resolveModel(sources, id, 'it was named')
  if (choice.kind !== 'provider') {
    return choice.kind === 'guided'
      ? { ok: true, id: choice.id }
      : { ok: false, id: choice.id, message: choice.message, hint: choice.hint }
  }
  const { model, provider } = choice
  try {
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Answer with: ok' }] }],
      abortSignal: signal,
    })
    for await (const part of stream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') return { ok: true, id: choice.id }
    }
    throw new TypeError('terminated')
  } catch (error) {
    const { message, hint } = describeFailure(error, { provider, model: model.modelId, secrets })
    return { ok: false, id: choice.id, message, hint }
  }
}
