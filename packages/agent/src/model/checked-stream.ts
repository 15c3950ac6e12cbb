import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
  LanguageModelV3StreamResult,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { ModelPrices } from '@skillet/core'
import { AnswerTooLongError, BLOCK, LONGEST_ANSWER } from './answer-size.ts'
import { uncounted } from './anthropic-events.ts'
import { withCost } from './cost.ts'
import { isNoStream, mediaTypeOf } from './event-stream.ts'

/** An answer that is no stream of a provider: a page, or one piece of JSON. */
export class ForeignAnswerError extends Error {
  override readonly name = 'ForeignAnswerError'
  /** `text/html`, without its parameters. */
  readonly mediaType: string

  constructor(mediaType: string) {
    super('the answer is no event stream')
    this.mediaType = mediaType
  }
}

/**
 * The same model, whose stream is known to be one: a log-in page or a JSON error with status 200
 * would read as an answer that broke off, and be asked for again. Counts that the provider did not
 * give are left out.
 */
export function withCheckedStream(model: LanguageModelV3, prices?: ModelPrices): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    doStream: (options) => checkedStream(model, options, prices),
  }
}

async function checkedStream(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  prices: ModelPrices | undefined,
): Promise<LanguageModelV3StreamResult> {
  const { stream, ...rest } = await model.doStream(options)
  const mediaType = mediaTypeIn(rest.response?.headers)
  if (mediaType !== undefined && isNoStream(mediaType)) {
    await stream.cancel()
    throw new ForeignAnswerError(mediaType)
  }
  return { ...rest, stream: stream.pipeThrough(withAnEnd()).pipeThrough(withHonestUsage(prices)) }
}

function mediaTypeIn(headers: Readonly<Record<string, string>> = {}): string | undefined {
  return mediaTypeOf(
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1],
  )
}

/** Fails where an answer goes on beyond every sense. */
function withAnEnd(): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  let size = 0
  return new TransformStream({
    transform(part, controller) {
      size += 'delta' in part ? part.delta.length : BLOCK
      if (size > LONGEST_ANSWER) throw new AnswerTooLongError()
      controller.enqueue(part)
    },
  })
}

function withHonestUsage(
  prices: ModelPrices | undefined,
): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      controller.enqueue(
        part.type === 'finish'
          ? { ...part, usage: withCost(withoutUncounted(part.usage), prices) }
          : part,
      )
    },
  })
}

const unknownInput = {
  total: undefined,
  noCache: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
}
const unknownOutput = { total: undefined, text: undefined, reasoning: undefined }

/** A gateway may give the count of the input only with the last event: then there is one. */
function withoutUncounted({ raw, ...usage }: LanguageModelV3Usage): LanguageModelV3Usage {
  const isMarked = (mark: string) => raw?.[mark] === true
  return {
    ...usage,
    ...(raw && { raw }),
    ...(isMarked(uncounted.input) && !usage.inputTokens.total && { inputTokens: unknownInput }),
    ...(isMarked(uncounted.output) && { outputTokens: unknownOutput }),
  }
}
