import type { SkillEntry } from '@skillet/server/contract'
import type { Outgoing } from '../../state/index.ts'
import { argumentFields, filledArguments } from './arguments.ts'
import type { Draft } from './types.ts'

/**
 * The message that a draft makes. A chip without text is one.
 *
 * @param entry of the chip's skill; undefined while the skills are not read yet
 */
export function outgoingOf(draft: Draft, entry: SkillEntry | undefined): Outgoing {
  const { text, chip, fields, attachments, drop, model } = draft
  const known = entry === undefined ? undefined : argumentFields(entry)
  const given = chip === undefined ? undefined : filledArguments(known, fields)
  const files = attachments.flatMap(({ name, state }) =>
    state.kind === 'stored' ? [{ name, url: state.url, mediaType: state.mediaType }] : [],
  )
  return {
    text,
    ...(chip === undefined ? {} : { skill: chip.path }),
    ...(given === undefined ? {} : { arguments: given }),
    ...(files.length === 0 ? {} : { files }),
    ...(drop.length === 0 ? {} : { drop }),
    ...(model === undefined ? {} : { model }),
  }
}
