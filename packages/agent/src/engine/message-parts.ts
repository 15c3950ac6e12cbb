import type { Snapshot } from '@skillet/core'
import type { Attachment, Part } from '../store/types.ts'
import type { ActiveSkill } from './skills/index.ts'
import { type Asked, askedFor } from './skills/index.ts'
import type { SubmitOptions } from './types.ts'

/** What a message is stored as once its turn begins: who typed what, apart from what is sent. */
export function messageParts(
  asked: Exclude<Asked, { kind: 'refused' }>,
  dropped: readonly ActiveSkill[] = [],
  attachments: readonly Attachment[] = [],
): readonly Part[] {
  const parts: Part[] = dropped.map(({ name, location }) => ({
    type: 'skill-dropped',
    name,
    location,
  }))
  if (asked.kind === 'skill') {
    const { skill, typed, arguments: given } = asked
    const apart = given !== undefined && { arguments: given }
    const { name, location } = skill
    parts.push({ type: 'skill', name, location, ...apart, ...(typed !== undefined && { typed }) })
  }
  if (asked.text !== '') parts.push({ type: 'text', text: asked.text })
  return [...parts, ...attachments]
}

/** What it is stored as before: as typed, also where its skill cannot be had. */
export function typedParts(
  options: SubmitOptions,
  snapshot: Snapshot,
  attachments: readonly Attachment[],
): readonly Part[] {
  const asked = askedFor(options, snapshot)
  if (asked.kind !== 'refused') return messageParts(asked, [], attachments)
  const { skill: name, arguments: given, text } = options
  const typed: Part = { type: 'text', text }
  if (name === undefined) return [typed, ...attachments]
  const picked: Part = { type: 'skill', name, ...(given !== undefined && { arguments: given }) }
  return [picked, ...(text === '' ? [] : [typed]), ...attachments]
}
