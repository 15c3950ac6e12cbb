import type { DataParts, SkilletMessage } from '@skillet/server/contract'
import type { FilePart } from '../../calls/index.ts'

/** What a person sent, as they sent it. */
export interface Sent {
  readonly text: string
  readonly skill: DataParts['skill'] | undefined
  readonly files: readonly FilePart[]
  /** Names of skills that were dropped with it. */
  readonly dropped: readonly string[]
}

/** A person's message, taken apart. */
export function sentOf({ parts }: SkilletMessage): Sent {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return {
    text: texts.join('\n\n'),
    skill: parts.find((part) => part.type === 'data-skill')?.data,
    files: parts.flatMap((part) => (part.type === 'file' ? [part] : [])),
    dropped: parts.flatMap((part) => (part.type === 'data-skill-dropped' ? [part.data.name] : [])),
  }
}

/** The arguments that a chip shows after the name: what was filled in, in order. */
export function argumentsOf(skill: DataParts['skill']): string {
  const { arguments: given = '' } = skill
  return typeof given === 'string' ? given : given.filter((value) => value !== '').join(' ')
}

/** What an edit begins with: the text as typed (bug 67), with the call where that was typed too. */
export function typedOf({ text, skill }: Sent): string {
  return skill?.typed === undefined ? text : skill.typed + text
}

/** The text of a whole message for copying: what a person typed, or what an answer says. */
export function textToCopy(message: SkilletMessage): string {
  if (message.role === 'user') {
    const sent = sentOf(message)
    if (sent.skill === undefined || sent.skill.typed !== undefined) return typedOf(sent)
    const call = ['/', sent.skill.name, ' ', argumentsOf(sent.skill)].join('').trim()
    return [call, sent.text].filter((part) => part !== '').join(' ')
  }
  return message.parts
    .flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text.trim()] : []))
    .join('\n\n')
}
