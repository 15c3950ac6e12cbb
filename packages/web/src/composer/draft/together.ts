import type { Draft } from './types.ts'

/** Several drafts as one: nothing that was written is lost, and the last chip that was picked stays. */
export function together(earlier: readonly Draft[], last: Draft): Draft {
  return earlier.reduceRight((draft, before) => join(before, draft), last)
}

function join(before: Draft, after: Draft): Draft {
  const texts = [before.text, after.text].filter((text) => text !== '')
  const chosen = after.chip === undefined ? before : after
  return {
    text: texts.join('\n\n'),
    chip: chosen.chip,
    fields: chosen.fields,
    attachments: [...before.attachments, ...after.attachments],
    drop: [...new Set([...before.drop, ...after.drop])],
    model: after.model ?? before.model,
  }
}
