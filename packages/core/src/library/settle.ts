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
import type { Entry } from './types.ts'

/** What decides about a file beyond what it holds. */
export interface Deciders {
  readonly trust: Pick<ProjectVerdict, 'forSkill'>
  readonly ruleFor: (subject: EnablementSubject) => EnablementRule | undefined
}

/** A state with its reason, and what it adds to the file's own diagnostics. */
export interface Settled {
  readonly state: SkillState
  readonly reason: string
  readonly remedy?: string
  readonly diagnostic?: Diagnostic
}

/**
 * Gives each file, in order of precedence, the first state that applies: `ignored`, `invalid`,
 * `untrusted`, `disabled`, `shadowed`, `loaded`. What is untrusted or disabled shadows nothing.
 */
export function settleEntries(files: readonly ReadFile[], deciders: Deciders): Entry[] {
  const winners = new Map<string, ReadFile & { readonly skill: Skill }>()
  const settled = files.map((file): Settled => {
    const { skill } = file
    if (skill === undefined) return reasons.notRead(file)
    const kept = untrusted(skill, deciders) ?? disabled(skill, deciders)
    if (kept !== undefined) return kept
    const folded = normaliseName(skill.name)
    const winner = winners.get(folded)
    if (winner !== undefined) {
      return reasons.shadowed(skill, winner.skill, isSameContent(file, winner))
    }
    winners.set(folded, { ...file, skill })
    return reasons.loaded(skill)
  })
  const names = chooseCallableNames(
    files.map(({ name, candidate: { root } }, index) => ({
      name,
      scope: root.scope,
      client: root.client,
      state: settled[index]?.state ?? 'invalid',
    })),
  )
  return files.flatMap((file, index) => {
    const one = settled[index]
    return one === undefined ? [] : [entryOf(file, one, names[index] ?? file.name)]
  })
}

function untrusted(skill: Skill, { trust }: Deciders): Settled | undefined {
  if (skill.source.scope !== 'project') return undefined
  const verdict = trust.forSkill(skill)
  return verdict.trusted ? undefined : reasons.untrusted(skill, verdict)
}

function disabled(skill: Skill, { ruleFor }: Deciders): Settled | undefined {
  const { name, source, location } = skill
  const rule = ruleFor({ name, scope: source.scope, path: location })
  return rule?.list === 'disabled' ? reasons.disabled(skill, rule) : undefined
}

function entryOf(file: ReadFile, settled: Settled, callable: string): Entry {
  const { name, skill, candidate } = file
  const { state, reason, remedy } = settled
  const added = [settled.diagnostic, commandClash(file, state, callable)].filter(
    (diagnostic) => diagnostic !== undefined,
  )
  return {
    path: candidate.path,
    name,
    callableAs: callable,
    scope: candidate.root.scope,
    client: candidate.root.client,
    state,
    reason: state === 'shadowed' ? `${reason} ${reasons.howToCall(callable)}` : reason,
    ...(remedy === undefined ? {} : { remedy }),
    ...(skill === undefined ? {} : { skill }),
    diagnostics: added.length === 0 ? file.diagnostics : [...file.diagnostics, ...added],
  }
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
