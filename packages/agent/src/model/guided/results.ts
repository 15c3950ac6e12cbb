import type { LanguageModelV3Prompt, LanguageModelV3ToolResultPart } from '@ai-sdk/provider'
import type { ToolOutcome } from '../../tools/types.ts'

/** How a call of guided ended. */
export type CallResult =
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly lines: number; readonly exitCode: number | undefined }
  | { readonly kind: 'done'; readonly lines: number }

/** Where a turn is: the place of its last message, and the results since then. */
export interface Progress {
  /** Messages of the person and follow-ups of the skill, this one included. */
  readonly messages: number
  readonly results: readonly CallResult[]
}

/** Structure of a call's outcome, where the host keeps it. Undefined: the prompt's has to do. */
export type OutcomeOf = (
  callId: string,
) => Pick<ToolOutcome, 'exitCode' | 'outputLines'> | undefined

/** Reads nothing but how many results there are since the last message, and each one's kind and size. */
export function progressIn(prompt: LanguageModelV3Prompt, outcomeOf: OutcomeOf): Progress {
  const last = prompt.findLastIndex(({ role }) => role === 'user')
  const results = prompt.slice(last + 1).flatMap((message) => {
    if (message.role !== 'tool') return []
    return message.content.filter((part) => part.type === 'tool-result')
  })
  return {
    messages: prompt.filter(({ role }) => role === 'user').length,
    results: results.map((part) => resultOf(part, outcomeOf)),
  }
}

function resultOf(
  { output, toolCallId }: LanguageModelV3ToolResultPart,
  outcomeOf: OutcomeOf,
): CallResult {
  const outcome = outcomeOf(toolCallId)
  const lineCount = (text: string): number => outcome?.outputLines ?? linesIn(text)
  switch (output.type) {
    case 'execution-denied':
      return { kind: 'refused' }
    case 'error-text':
    case 'error-json': {
      const lines = output.type === 'error-text' ? lineCount(output.value) : 1
      return { kind: 'failed', lines, exitCode: outcome?.exitCode ?? undefined }
    }
    case 'text':
      return { kind: 'done', lines: lineCount(output.value) }
    case 'json':
      return { kind: 'done', lines: 1 }
    case 'content': {
      const texts = output.value.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      return { kind: 'done', lines: lineCount(texts.join('\n')) }
    }
  }
}

/** What `bash` says in place of output, where its outcome is not at hand; notes may follow it. */
const nothing = /^\(no output\)(?:\n\[|$)/

function linesIn(text: string): number {
  if (nothing.test(text)) return 0
  const whole = text.replace(/\n$/, '')
  return whole === '' ? 0 : whole.split('\n').length
}
