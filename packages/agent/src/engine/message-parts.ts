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

/**
 * What it is stored as before: as typed, also where its skill cannot be had. It holds all that a
 * retry needs, which resolves a message that was never sent anew.
 */
export function typedParts(
  options: SubmitOptions,
  snapshot: Snapshot,
  attachments: readonly Attachment[],
): readonly Part[] {
  const dropped = (options.drop ?? []).map((name): Part => ({ type: 'skill-dropped', name }))
  return [...dropped, ...askedParts(options, snapshot), ...attachments]
}

function askedParts(options: SubmitOptions, snapshot: Snapshot): readonly Part[] {
  const { skill: name, arguments: given, text, invocation } = options
  if (invocation === 'text') return text === '' ? [] : [{ type: 'text', text, plain: true }]
  const asked = askedFor(options, snapshot)
  if (asked.kind !== 'refused') return messageParts(asked)
  const typed: Part = { type: 'text', text }
  if (name === undefined) return [typed]
  const picked: Part = { type: 'skill', name, ...(given !== undefined && { arguments: given }) }
  return [picked, ...(text === '' ? [] : [typed])]
}
