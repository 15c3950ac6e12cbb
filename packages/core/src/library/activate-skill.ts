import { randomBytes } from 'node:crypto'
import { activate, readInstructions } from '../activation/index.ts'
import type { Activation, ActivationRoute, Instructions } from '../activation/types.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { Skill } from '../skill.ts'
import type { Loaded } from './load.ts'
import { lookUp } from './look-up.ts'
import { asRemedy, withoutStop } from './reasons.ts'
import { isSameSkill } from './same.ts'
import { digestSkill, judge, type SkillDigest } from './trust/index.ts'
import type { ActivateOptions, Entry, Found, LibraryOptions } from './types.ts'
import { SkillUnavailableError } from './unavailable.ts'

/** The one door through which a skill's text leaves the library, on every route (bugs 39, 48). */
export async function activateSkill(
  loaded: Loaded,
  options: LibraryOptions,
  name: string,
  how: ActivateOptions,
): Promise<Activation> {
  const found = lookUp(loaded.snapshot, name)
  if (found.skill === undefined) throw unavailable(found, name)
  checkRoute(found.skill, found.entry, how.route)
  const instructions = await readInstructions(found.skill)
  const skill = readAnew(found.entry, found.skill, instructions)
  checkRoute(skill, found.entry, how.route)
  checkTrust(loaded, options, found, instructions)
  const { boundary = randomBytes(16).toString('hex'), ...rest } = how
  const activation = activate(skill, instructions, {
    ...rest,
    boundary,
    projectDirectory: loaded.snapshot.repository ?? options.cwd,
  })
  if (isSameSkill(skill, found.skill)) return activation
  return { ...activation, diagnostics: [...activation.diagnostics, changedSince(skill)] }
}

function unavailable(found: Found, name: string): SkillUnavailableError {
  if (found.entry !== undefined) {
    const { callableAs, state, reason, remedy } = found.entry
    return new SkillUnavailableError({
      found,
      reason: `The skill \`${callableAs}\` is ${state}. ${reason}`,
      ...(remedy === undefined ? {} : { remedy }),
    })
  }
  const near = found.near?.map((one) => `\`${one}\``).join(', ') ?? ''
  return new SkillUnavailableError({
    found,
    reason: `No skill is called \`${name}\`.`,
    remedy: near === '' ? 'Run `skillet list` to see what there is.' : `Near it: ${near}.`,
  })
}

/** One flag closes one route and never the other; what is shadowed is for people alone. */
function checkRoute(skill: Skill, entry: Entry, route: ActivationRoute): void {
  const refuse = (reason: string, remedy: string): never => {
    throw new SkillUnavailableError({ found: { skill, entry }, reason, remedy })
  }
  if (route === 'user' && !skill.userInvocable) {
    refuse(
      `People may not call \`${skill.name}\`: its frontmatter says \`user-invocable: false\`.`,
      'Describe the task in words, and the model can use the skill.',
    )
  }
  if (route === 'model' && !skill.modelInvocable) {
    const why =
      skill.description === ''
        ? 'it has no description'
        : 'its frontmatter says `disable-model-invocation`'
    refuse(
      `The model may not call \`${skill.name}\`: ${why}.`,
      `A person can, with \`/${entry.callableAs}\`.`,
    )
  }
  if (route === 'model' && entry.state === 'shadowed') {
    refuse(entry.reason, 'Use the skill that counts, under its plain name.')
  }
}

/** The skill as its file says now, as a whole, never the old fields with a new body. */
function readAnew(entry: Entry, skill: Skill, instructions: Instructions): Skill {
  const error = instructions.diagnostics.find(({ severity }) => severity === 'error')
  if (error === undefined) return instructions.skill ?? skill
  const line = error.range === undefined ? '' : ` (line ${error.range.start.line})`
  throw new SkillUnavailableError({
    found: { entry },
    state: 'invalid',
    reason: `The file of \`${skill.name}\` can no longer be used: ${withoutStop(error.message)}${line}.`,
    remedy: asRemedy(error.hint ?? `Look at ${skill.location}, then reload.`),
  })
}

/**
 * A project skill must still be what was trusted: all its files, and the very bytes that were just
 * read. Hashed now, not taken from memory; and not at all where changes are trusted too.
 */
function checkTrust(
  { trust, trustRoot }: Loaded,
  { trust: policy = 'none' }: LibraryOptions,
  { skill, entry }: Found & { readonly skill: Skill },
  instructions: Instructions,
): void {
  if (skill.source.scope !== 'project' || policy === 'all') return
  let hashed: SkillDigest | undefined
  const now = (): SkillDigest => {
    hashed ??= digestSkill(skill)
    return hashed
  }
  const verdict =
    typeof policy === 'object'
      ? judge(policy.read().records.get(trustRoot), trustRoot, skill, now)
      : trust.forSkill(skill)
  const isAsTrusted =
    verdict.trusted &&
    (verdict.digest === undefined || matches(now(), verdict.digest, instructions))
  if (isAsTrusted) return
  const changed = {
    reason: 'Its files changed since you trusted them.',
    remedy: `Run \`skillet trust\` in ${trustRoot}: it shows what changed, then asks.`,
  }
  const { reason, remedy } = verdict.trusted ? changed : verdict
  throw new SkillUnavailableError({
    found: { entry },
    state: 'untrusted',
    reason: `\`${skill.name}\` is not trusted. ${reason}`,
    remedy,
  })
}

function matches(now: SkillDigest, trusted: string, read: Instructions): boolean {
  return (
    now.kind === 'known' &&
    now.digest === trusted &&
    now.files.some(({ hash }) => hash === read.hash)
  )
}

function changedSince(skill: Skill): Diagnostic {
  return {
    code: 'instructions/changed',
    severity: 'info',
    message: 'The file changed since the skills were loaded, and was read anew as a whole.',
    file: skill.location,
  }
}
