import type { DataParts, SkilletMessage } from '@skillet/server/contract'
import type { Content } from './draft/index.ts'

/** What the person sent, the oldest first, as it was typed or picked. One sent twice in a row counts once. */
export function historyOf(messages: readonly SkilletMessage[]): readonly Content[] {
  const sent = messages.filter(({ role }) => role === 'user').map(contentOf)
  return sent.filter((content, at) => !isSame(content, sent[at - 1]))
}

/** A message as a draft would hold it. A call that was typed stays text. */
export function contentOf({ parts }: SkilletMessage): Content {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
  const skill = parts.find((part) => part.type === 'data-skill')?.data
  if (skill === undefined) return { text, chip: undefined, fields: [] }
  if (skill.typed !== undefined) return { text: skill.typed + text, chip: undefined, fields: [] }
  const { location, name } = skill
  return {
    text,
    chip: { path: location ?? name, name, changed: false },
    fields: fieldsOf(skill),
  }
}

function fieldsOf({ arguments: given }: DataParts['skill']): readonly string[] {
  if (given === undefined) return []
  return typeof given === 'string' ? [given] : given
}

function isSame(one: Content, other: Content | undefined): boolean {
  return (
    one.text === other?.text &&
    one.chip?.path === other.chip?.path &&
    one.fields.join('\0') === other.fields.join('\0')
  )
}
