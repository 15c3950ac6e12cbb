import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { knownEvents } from './anthropic-events.ts'
import { withCheckedStream } from './checked-stream.ts'
import { type EventFilter, withEvents } from './event-stream.ts'
import { untilCandidateEnds } from './google-events.ts'
import type { Fetch } from './guarded-fetch.ts'
import { chatEvents, untilResponseEnds } from './openai-events.ts'
import type { Provider, Wire } from './providers.ts'

/** A provider whose address and key are there. */
export interface Connection {
  readonly provider: Provider
  readonly baseURL: string
  readonly model: string
  readonly fetch: Fetch
  /** Most events of one answer. Default 250,000. */
  readonly mostEvents?: number | undefined
}

/**
 * Loads the provider's package, which takes 60 to 200 ms and so happens only when it is used.
 * Address and key are always handed over: left out, the packages would read the process environment.
 */
export async function connect(connection: Connection): Promise<LanguageModelV3> {
  const { provider, model } = connection
  return withCheckedStream(await modelOf(connection), provider.prices.get(model))
}

const filters: Readonly<Record<Wire, () => EventFilter>> = {
  anthropic: knownEvents,
  google: untilCandidateEnds,
  'openai-responses': untilResponseEnds,
  'openai-chat': chatEvents,
  chat: chatEvents,
}

async function modelOf({ provider, baseURL, model, ...way }: Connection): Promise<LanguageModelV3> {
  const { name, headers, key } = provider
  const fetch = withEvents(way.fetch, {
    filterOf: filters[provider.wire],
    mostEvents: way.mostEvents,
  })
  const apiKey = key.kind === 'found' ? key.value : ''
  switch (provider.wire) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      const secret = key.kind === 'token' ? { authToken: key.value } : { apiKey }
      return createAnthropic({ baseURL, headers, fetch, ...secret })(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ baseURL, apiKey, headers, fetch })(model)
    }
    case 'openai-responses': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return withoutStorage(createOpenAI({ baseURL, apiKey, headers, fetch }).responses(model))
    }
    case 'openai-chat': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL, apiKey, headers, fetch }).chat(model)
    }
    case 'chat': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name, baseURL, apiKey, headers, fetch, includeUsage: true })(
        model,
      )
    }
  }
}

/** The responses protocol keeps every conversation at the provider unless it is told not to. */
function withoutStorage(model: LanguageModelV3): LanguageModelV3 {
  const told = (options: LanguageModelV3CallOptions): LanguageModelV3CallOptions => ({
    ...options,
    providerOptions: {
      ...options.providerOptions,
      openai: { ...options.providerOptions?.['openai'], store: false },
    },
  })
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(told(options)),
    doStream: (options) => model.doStream(told(options)),
  }
}
