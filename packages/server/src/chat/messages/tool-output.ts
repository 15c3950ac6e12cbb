import type { CallResult, ToolOutcome } from '@skillet/agent'
import type { ToolOutput } from '../../contract/index.ts'

/** What came of a call that ran. `image` is where its picture can be had. */
export function outcomeOutput(outcome: ToolOutcome, image: string): ToolOutput {
  const { ok, text, diff, exitCode, outputLines, truncated, notices, stale, wants } = outcome
  return {
    ok,
    // A skill's text is the model's to read, and no output: its part says that it was handed over.
    text: outcome.activate?.route === 'tool' ? '' : text,
    ...(diff !== undefined && { diff }),
    ...(exitCode !== undefined && { exitCode }),
    ...(outputLines !== undefined && { outputLines }),
    ...(truncated !== undefined && { truncated }),
    ...(notices !== undefined && { notices: [...notices] }),
    ...(stale && { stale }),
    ...(outcome.image && { image: { mediaType: outcome.image.mediaType, url: image } }),
    ...(wants !== undefined && { wants }),
  }
}

type Denier = NonNullable<ToolOutput['denied']>['by']

/** What came of a call that was refused. */
export function deniedOutput(by: Denier, reason: string): ToolOutput {
  return { ok: false, text: reason, denied: { by, reason } }
}

/** What a stored call gave. Who refused it is not in what an earlier Skillet kept. */
export function resultOutput(
  result: CallResult,
  { image, refusedByPerson }: { readonly image: string; readonly refusedByPerson: boolean },
): ToolOutput {
  if (result.kind === 'outcome') return outcomeOutput(result.outcome, image)
  const { reason, words, by } = result
  const person = refusedByPerson || words !== undefined
  return deniedOutput(by ?? (person ? 'person' : 'rule'), reason)
}

/** Where the picture that a call gave can be had. */
export function imageUrl(conversationId: string, callId: string): string {
  return `/api/conversations/${encodeURIComponent(conversationId)}/images/${encodeURIComponent(callId)}`
}

/** Of a call of which nobody knows what came. */
export const unknownOutcome = 'It was interrupted: what came of it is not known.'

/** Of a call that never came to run. */
export const neverRan = 'The answer broke off before this call was made.'
