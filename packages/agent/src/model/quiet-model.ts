import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'

/**
 * The same model, leaving no traces. The provider keeps nothing of a conversation (`store: false`),
 * and its package's warnings are dropped: the AI SDK prints them to the console, in the middle of
 * whatever a surface shows, and the one switch for that is global.
 */
export function quietModel(model: LanguageModelV3): LanguageModelV3 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      async transformParams({ params }) {
        const { openai, ...others } = params.providerOptions ?? {}
        return { ...params, providerOptions: { ...others, openai: { ...openai, store: false } } }
      },
      async wrapGenerate({ doGenerate }) {
        return { ...(await doGenerate()), warnings: [] }
      },
      async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream()
        return { ...rest, stream: stream.pipeThrough(withoutWarnings()) }
      },
    },
  })
}

function withoutWarnings(): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      controller.enqueue(part.type === 'stream-start' ? { ...part, warnings: [] } : part)
    },
  })
}
