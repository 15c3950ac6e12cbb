import type { Diagnostic } from '../diagnostic.ts'
import { isChatCommand } from '../menu/index.ts'
import { normaliseName } from '../names.ts'
import { type EnablementRule, type EnablementSubject, readOrdinaryFile } from '../settings/index.ts'
import type { Skill, SkillState } from '../skill.ts'
import { skillFileLimit } from '../skill-file.ts'
import { chooseCallableNames } from './callable-names.ts'
import type { ReadFile } from './read-file.ts'
import * as reasons from './reasons.ts'
import type { ProjectVerdict } from './trust/index.ts'
import type { Entry, ReadState, UnreadState } from './types.ts'

/** What decides about a file beyond what it holds. */
export interface Deciders {
  readonly trust: Pick<ProjectVerdict, 'forSkill'>
  readonly ruleFor: (subject: EnablementSubject) => EnablementRule | undefined
}

/** A state with its reason, and what it adds to the file's own diagnostics. */
export interface Settled<State extends SkillState> {
  readonly state: State
  readonly reason: string
  readonly remedy?: string
  readonly diagnostic?: Diagnostic
}

/** A state, with the skill wherever the state says that there is one. */
type Fate =
  | (Settled<ReadState> & { readonly skill: Skill })
  | (Settled<UnreadState> & { readonly skill?: undefined })

/**
 * Gives each file, in order of precedence, the first state that applies: `ignored`, `invalid`,
 * `untrusted`, `disabled`, `shadowed`, `loaded`. What is untrusted or disabled shadows nothing.
 */
export function settleEntries(files: readonly ReadFile[], deciders: Deciders): Entry[] {
  const winners = new Map<string, SkillFile>()
  const fates = files.map((file): Fate => {
    const { skill } = file
    return skill === undefined
      ? reasons.notRead(file)
      : { ...settleSkill({ ...file, skill }, winners, deciders), skill }
  })
  const names = chooseCallableNames(
    files.map(({ name, candidate: { root } }, index) => ({
      name,
      scope: root.scope,
      client: root.client,
      state: fates[index]?.state ?? 'invalid',
    })),
  )
  return files.flatMap((file, index) => {
    const fate = fates[index]
    return fate === undefined ? [] : [entryOf(file, fate, names[index] ?? file.name)]
  })
}

type SkillFile = ReadFile & { readonly skill: Skill }

/** @param winners by folded name, the files that counted so far; this one joins them where it does */
function settleSkill(
  file: SkillFile,
  winners: Map<string, SkillFile>,
  deciders: Deciders,
): Settled<ReadState> {
  const { skill } = file
  const kept = untrusted(skill, deciders) ?? disabled(skill, deciders)
  if (kept !== undefined) return kept
  const folded = normaliseName(skill.name)
  const winner = winners.get(folded)
  if (winner !== undefined) {
    return reasons.shadowed(skill, winner.skill, isSameContent(file, winner))
  }
  winners.set(folded, file)
  return reasons.loaded(skill)
}

function untrusted(skill: Skill, { trust }: Deciders): Settled<ReadState> | undefined {
  if (skill.source.scope !== 'project') return undefined
  const verdict = trust.forSkill(skill)
  return verdict.trusted ? undefined : reasons.untrusted(skill, verdict)
}

function disabled(skill: Skill, { ruleFor }: Deciders): Settled<ReadState> | undefined {
  const { name, source, location } = skill
  const rule = ruleFor({ name, scope: source.scope, path: location })
  return rule?.list === 'disabled' ? reasons.disabled(skill, rule) : undefined
}

function entryOf(file: ReadFile, fate: Fate, callable: string): Entry {
  const { name, candidate } = file
  const { state, reason, remedy } = fate
  const added = [fate.diagnostic, commandClash(file, state, callable)].filter(
    (diagnostic) => diagnostic !== undefined,
  )
  const found = {
    path: candidate.path,
    name,
    callableAs: callable,
    scope: candidate.root.scope,
    client: candidate.root.client,
    reason: state === 'shadowed' ? `${reason} ${reasons.howToCall(callable)}` : reason,
    ...(remedy === undefined ? {} : { remedy }),
    diagnostics: added.length === 0 ? file.diagnostics : [...file.diagnostics, ...added],
  }
  return fate.skill === undefined
    ? { ...found, state: fate.state }
    : { ...found, state: fate.state, skill: fate.skill }
}

function commandClash(
  { name, candidate }: ReadFile,
  state: SkillState,
  callable: string,
): Diagnostic | undefined {
  if (state !== 'loaded' || !isChatCommand(name)) return undefined
  return {
    code: 'collision/command',
    severity: 'info',
    message: `\`/${name}\` is a chat command, so the skill is called as \`/${callable}\`.`,
    file: candidate.path,
    hint: 'Give the skill another name to call it without a prefix.',
  }
}

/** Read only when two names and two sizes meet. A file that cannot be read equals none. */
function isSameContent({ candidate: a }: ReadFile, { candidate: b }: ReadFile): boolean {
  if (a.stamp?.size !== b.stamp?.size) return false
  const one = readOrdinaryFile(a.realPath, skillFileLimit)
  const other = readOrdinaryFile(b.realPath, skillFileLimit)
  return (
    one.kind === 'read' && other.kind === 'read' && Buffer.compare(one.bytes, other.bytes) === 0
  )
}
