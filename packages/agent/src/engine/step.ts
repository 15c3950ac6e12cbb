import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider'
import { type ModelMessage, streamText, type TextStreamPart, type ToolSet } from 'ai'
import { quietModel, watchStream } from '../model/index.ts'
import type { ProviderFailure, Usage } from '../model/types.ts'
import type { Part } from '../store/types.ts'
import type { EventBody } from './events.ts'
import { StepAnswer } from './step-answer.ts'

/** One request to the model, ready to be sent. */
export interface StepRequest {
  readonly model: LanguageModelV3
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  /** Counts from 1 within the turn; makes block ids unique. */
  readonly step: number
}

export interface StepContext {
  /** Call ids of the conversation so far: some servers start again from `call_0` at every step. */
  readonly usedCallIds: Set<string>
  readonly emit: (body: EventBody) => void
  /** Key values: whatever the model writes is without them, shown, stored and run. */
  readonly secrets: readonly string[]
  /** Turns what the provider's package threw into a sentence; the error itself goes no further. */
  readonly describe: (error: unknown) => ProviderFailure
  readonly signal: AbortSignal
  readonly stallMs: number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A tool call as the model made it; nothing about it is checked yet. */
export interface ModelCall {
  readonly callId: string
  readonly tool: string
  readonly input: unknown
}

/** What one call of the model gave. `parts` holds what arrived, in every case. */
export type StepOutcome = {
  readonly parts: readonly Part[]
  readonly calls: readonly ModelCall[]
  /** What the provider attached to its parts, by part (text, reasoning) or call id. */
  readonly notes: ReadonlyMap<Part | string, SharedV3ProviderOptions>
  readonly usage?: Usage
} & (
  | { readonly kind: 'answered'; readonly cutByLength: boolean }
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'failed'
      readonly failure: ProviderFailure
      /** Whether a person saw anything of this step: then it is not tried again. */
      readonly shown: boolean
    }
)

export type StreamPart = TextStreamPart<ToolSet>
/** How a stream ends before it is complete. */
export type Ending =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Calls the model once, shows what comes, and says how it ended. Never throws. */
export async function streamStep(request: StepRequest, context: StepContext): Promise<StepOutcome> {
  const cut = new AbortController()
  const signal = AbortSignal.any([context.signal, cut.signal])
  const answer = new StepAnswer(request.step, context)
  try {
    for await (const part of watchStream(openStream(request, signal), context)) {
      const ending = answer.take(part)
      if (ending) return answer.end(context.signal.aborted ? { kind: 'aborted' } : ending)
    }
    if (context.signal.aborted) return answer.end({ kind: 'aborted' })
    return answer.end()
  } catch (error) {
    return answer.end(context.signal.aborted ? { kind: 'aborted' } : { kind: 'failed', error })
  } finally {
    cut.abort()
  }
}

function openStream(request: StepRequest, abortSignal: AbortSignal): AsyncIterable<StreamPart> {
  const { model, system, messages, tools } = request
  return streamText({
    model: quietModel(model),
    system: {
      role: 'system',
      content: system,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
    messages: [...messages],
    tools,
    maxRetries: 0,
    abortSignal,
    includeRawChunks: false,
    experimental_include: { requestBody: false },
    // The default prints the error object, which holds the whole prompt.
    onError: () => {},
  }).fullStream
}
