import type { ApprovalAnswer } from '../permission/types.ts'
import { blankSecrets } from '../tools/index.ts'
import { mediaTypeOf, type ReadAttachment, readAttachments } from './attachments.ts'
import { messageFault, revisionFault } from './check-options.ts'
import { knownSecrets } from './model-choice.ts'
import type { Notice, Refused, World } from './turn-state.ts'
import type { AttachedFile, ReviseOptions, SubmitOptions } from './types.ts'

/** A message as it may be stored and sent. */
export interface Received {
  readonly kind: 'received'
  readonly options: SubmitOptions
  readonly attachments: readonly ReadAttachment[]
  readonly notices: readonly Notice[]
}

/** What a message that waits is changed to, as it may be stored and sent. */
export interface ReceivedRevision extends ReviseOptions {
  readonly notices: readonly Notice[]
}

/** Looks at a message before anything of it is kept, and takes known keys out of it. */
export function receiveMessage(world: World, given: SubmitOptions): Received | Refused {
  const fault = messageFault(given)
  if (fault) return fault
  const { options, isChanged } = withoutKeys(given, knownSecrets(world.model))
  const files = readAttachments(options.attachments)
  if (files.kind === 'refused') return files
  return {
    kind: 'received',
    options,
    attachments: files.attachments,
    notices: noticesOf(isChanged),
  }
}

/**
 * The same for a message that waits and is changed.
 *
 * @throws TypeError where a program gives what is no change: there is no turn that could say so
 */
export function receiveRevision({ model }: World, given: ReviseOptions): ReceivedRevision {
  const fault = revisionFault(given)
  if (fault !== undefined) throw new TypeError(`${fault} Nothing was changed.`)
  if (given.change === null) return { ...given, notices: [] }
  const { options: change, isChanged } = withoutKeys(given.change, knownSecrets(model))
  return { ...given, change, notices: noticesOf(isChanged) }
}

function noticesOf(isKeyRemoved: boolean): readonly Notice[] {
  return isKeyRemoved ? [keyRemoved] : []
}

const keyRemoved: Notice = {
  code: 'key-removed',
  message:
    'Your message held a key that Skillet itself uses. It was taken out, and is neither stored nor sent.',
  hint: 'Where a tool needs a key, put it in a file of its own that you keep from the model.',
}

/** What of a message, or of a change of one, comes from a person's hands. */
type Typed = Pick<SubmitOptions, 'text' | 'arguments' | 'attachments' | 'drop' | 'model'> & {
  readonly skill?: string
}

/** All that a person typed or attached as text, without the values of known keys. */
function withoutKeys<Given extends Typed>(
  given: Given,
  secrets: readonly string[],
): { readonly options: Given; readonly isChanged: boolean } {
  if (secrets.length === 0) return { options: given, isChanged: false }
  let isChanged = false
  const blank = (text: string): string => {
    const blanked = blankSecrets(text, secrets)
    if (blanked !== text) isChanged = true
    return blanked
  }
  const { skill, arguments: words, attachments, drop, model } = given
  const options = {
    ...given,
    text: blank(given.text),
    ...(words !== undefined && {
      arguments: typeof words === 'string' ? blank(words) : words.map(blank),
    }),
    ...(attachments && { attachments: attachments.map((file) => fileWithoutKeys(file, blank)) }),
    ...(drop && { drop: drop.map(blank) }),
    ...(model !== undefined && { model: blank(model) }),
    ...(skill !== undefined && { skill: blank(skill) }),
  }
  return { options, isChanged }
}

/** Text is sent to the model; of anything else it hears the name alone, or sees an image. */
function fileWithoutKeys(
  { name, bytes }: AttachedFile,
  blank: (text: string) => string,
): AttachedFile {
  const named = { name: blank(name), bytes }
  if (mediaTypeOf(bytes) !== 'text/plain') return named
  const text = Buffer.from(bytes).toString('utf8')
  const blanked = blank(text)
  return blanked === text ? named : { ...named, bytes: Buffer.from(blanked) }
}

/** The same for the words that go with a no. */
export function withoutTypedKeys(answer: ApprovalAnswer, { model }: World): ApprovalAnswer {
  if (answer.decision !== 'no' || answer.reason === undefined) return answer
  return { ...answer, reason: blankSecrets(String(answer.reason), knownSecrets(model)) }
}
