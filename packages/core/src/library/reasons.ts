/** The sentences that tell a person what became of a skill, and what to do about it. */

import type { Diagnostic } from '../diagnostic.ts'
import type { EnablementRule } from '../settings/index.ts'
import { shellWord } from '../shell-word.ts'
import type { Skill, SkillScope } from '../skill.ts'
import { isTypeable } from './callable-names.ts'
import type { ReadFile } from './read-file.ts'
import type { Settled } from './settle.ts'
import type { SkillVerdict } from './trust/index.ts'
import type { ReadState, UnreadState } from './types.ts'

/** A file that gave no skill: left out by an ignore file, or broken. */
export function notRead({ candidate, diagnostics, name }: ReadFile): Settled<UnreadState> {
  if (candidate.ignored !== undefined) {
    const { file, line, pattern } = candidate.ignored
    return {
      state: 'ignored',
      reason: `Line ${line} of ${file} (\`${pattern}\`) leaves it out.`,
      remedy: `Remove that line, or write below it one that starts with \`!\` and names the folder.`,
    }
  }
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error === undefined) {
    const reason = `Nothing could be read of \`${name}\`.`
    return { state: 'invalid', reason, remedy: 'Check that the file is there and readable.' }
  }
  const where = error.range === undefined ? '' : ` (line ${error.range.start.line})`
  return {
    state: 'invalid',
    reason: `${withoutStop(error.message)}${where}.`,
    ...(error.hint === undefined ? {} : { remedy: asRemedy(error.hint) }),
  }
}

export function untrusted(
  skill: Skill,
  { code, reason, remedy }: SkillVerdict & { readonly trusted: false },
): Settled<ReadState> {
  const severity = code === 'trust/changed' ? 'warning' : 'info'
  const diagnostic: Diagnostic = {
    code,
    severity,
    message: reason,
    file: skill.location,
    hint: remedy,
  }
  return { state: 'untrusted', reason, remedy, diagnostic }
}

export function disabled(skill: Skill, rule: EnablementRule): Settled<ReadState> {
  const line = rule.line === undefined ? '' : `, line ${rule.line}`
  const reason = `\`${rule.text}\` in the list \`disabled\` of ${rule.file}${line} turns it off.`
  const command = rule.level === 'user' ? 'skillet enable --user' : 'skillet enable'
  // A name that holds what nobody sees is typed wrong by whoever copies it by eye.
  const word = [skill.name, skill.location].find(isTypeable)
  const remedy =
    word === undefined
      ? `Take \`${rule.text}\` out of that list.`
      : `Run \`${command} ${shellWord(word)}\`, or take it out of that list.`
  const diagnostic: Diagnostic = {
    code: 'settings/disabled',
    severity: 'info',
    message: reason,
    file: skill.location,
    hint: remedy,
  }
  return { state: 'disabled', reason, remedy, diagnostic }
}

const kinds: Readonly<Record<SkillScope, string>> = {
  explicit: 'a path you named',
  project: 'the project',
  user: 'your own skills',
  builtin: 'the built-in skills',
}

/** Bug 33: one of two skills counts, and the message names both files. */
export function shadowed(loser: Skill, winner: Skill, isSame: boolean): Settled<ReadState> {
  const where =
    loser.source.scope === winner.source.scope
      ? `comes first in ${kinds[winner.source.scope]}`
      : `in ${kinds[winner.source.scope]} comes before ${kinds[loser.source.scope]}`
  const reason = `The skill \`${winner.name}\` at ${winner.location} has the same name and ${where}.`
  const diagnostic: Diagnostic = isSame
    ? {
        code: 'duplicate/content',
        severity: 'info',
        message: `The file is the same, byte for byte, as ${winner.location}, which counts.`,
        file: loser.location,
        hint: 'Delete one of the two if you do not need both.',
        related: [{ message: 'This one counts.', file: winner.location }],
      }
    : {
        code: 'collision/name',
        severity: 'warning',
        message: `Two skills are called \`${winner.name}\`: ${winner.location} counts, ${loser.location} does not.`,
        file: loser.location,
        hint: 'Rename one of them, or turn off the one you do not want.',
        related: [{ message: 'This one counts.', file: winner.location }],
      }
  const remedy = 'Rename one of the two, or turn off the other one.'
  return { state: 'shadowed', reason, remedy, diagnostic }
}

export function howToCall(callable: string): string {
  return `People can still call it as \`/${callable}\`.`
}

/** Bug 47: who may call a loaded skill. Five sentences cover ten thousand skills. */
export function loaded({ modelInvocable, userInvocable, description }: Skill): Settled<ReadState> {
  const isDescribed = description !== ''
  if (!modelInvocable && !userInvocable) return isDescribed ? forNobody : undescribedForNobody
  if (!userInvocable) return forModelOnly
  if (modelInvocable) return forAll
  return isDescribed ? forPeopleOnly : undescribed
}

const forAll: Settled<ReadState> = { state: 'loaded', reason: 'People and the model can call it.' }
const forModelOnly: Settled<ReadState> = {
  state: 'loaded',
  reason: 'The model alone can call it: its frontmatter says `user-invocable: false`.',
}
const forPeopleOnly: Settled<ReadState> = {
  state: 'loaded',
  reason: 'People alone can call it: its frontmatter says `disable-model-invocation`.',
}
const forNobody: Settled<ReadState> = {
  state: 'loaded',
  reason: 'It is loaded, and neither people nor the model may call it.',
  remedy: 'Remove `disable-model-invocation` or `user-invocable` from its frontmatter.',
}
const undescribedForNobody: Settled<ReadState> = {
  ...forNobody,
  remedy: 'Add a `description`, or remove `user-invocable` from its frontmatter.',
}
const undescribed: Settled<ReadState> = {
  state: 'loaded',
  reason: 'People alone can call it: without a description the model is not told of it.',
  remedy: 'Add a `description` that says what it does and when to use it.',
}

/** A hint is a sentence, or the very text to write. */
export function asRemedy(hint: string): string {
  return /^\p{Lu}/u.test(hint) ? hint : `Write: ${hint}`
}

export function withoutStop(sentence: string): string {
  return sentence.replace(/[.。]+$/, () => '')
}
