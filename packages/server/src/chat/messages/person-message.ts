import type { Message, Part } from '@skillet/agent'
import type { DataParts, SkilletPart } from '../../contract/index.ts'

/** Where the bytes of a file can be had. */
export const attachmentUrl = (hash: string) => `/api/attachments/${hash}`

/** Scope of the skill at this path; undefined where there is none any more. */
type ScopeAt = (location: string) => string | undefined

/** What a person typed, picked and attached: never what was put in for the model. */
export function personParts({ parts }: Message, scopeAt: ScopeAt): SkilletPart[] {
  return parts.flatMap((part) => personPart(part, scopeAt) ?? [])
}

function personPart(part: Part, scopeAt: ScopeAt): SkilletPart | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'skill':
      return { type: 'data-skill', data: chipData(part, scopeAt) }
    case 'skill-dropped':
      return { type: 'data-skill-dropped', data: { name: part.name } }
    case 'attachment': {
      const { name, mediaType, hash } = part
      return { type: 'file', filename: name, mediaType, url: attachmentUrl(hash) }
    }
    case 'knowledge':
      return { type: 'data-knowledge', data: { sources: part.sources.map((one) => ({ ...one })) } }
    // Of answers alone.
    case 'reasoning':
    case 'step':
    case 'tool':
    case 'follow-up':
    case 'compaction':
      return undefined
  }
}

function chipData(
  { name, location, arguments: given, typed }: Extract<Part, { type: 'skill' }>,
  scopeAt: ScopeAt,
): DataParts['skill'] {
  const scope = location === undefined ? undefined : scopeAt(location)
  return {
    name,
    ...(location !== undefined && { location }),
    ...(scope !== undefined && { scope }),
    ...(given !== undefined && { arguments: typeof given === 'string' ? given : [...given] }),
    ...(typed !== undefined && { typed }),
  }
}

/** A message that the person took away while it waited: its empty place is shown to nobody. */
export function isTakenAway({ role, state, parts, end }: Message): boolean {
  if (state !== 'unsent' || parts.length > 0) return false
  return role === 'user' || end?.reason === 'aborted'
}
