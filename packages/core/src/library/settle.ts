import type { Diagnostic } from '../diagnostic.ts'
import { isChatCommand } from '../menu/index.ts'
import { normaliseName } from '../names.ts'
import type { EnablementRule, EnablementSubject } from '../settings/index.ts'
import type { Skill, SkillState } from '../skill.ts'
import { chooseCallableNames } from './callable-names.ts'
import type { ReadFile } from './read-file.ts'
import * as reasons from './reasons.ts'
import type { ContentComparison } from './same-content.ts'
import type { ProjectVerdict } from './trust/index.ts'
import type { Entry, ReadState } from './types.ts'

/** What decides about a file beyond what it holds. */
export interface Deciders {
  /** Of this pass, with what earlier ones compared. */
  readonly contents: ContentComparison
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

type SkillFile = ReadFile & { readonly skill: Skill }

/** The files that count, by folded name, and what tells their copies from mere namesakes. */
interface Winners {
  readonly byName: Map<string, SkillFile>
  readonly contents: ContentComparison
}

type Mutable<T> = T extends unknown ? { -readonly [Key in keyof T]: T[Key] } : never

/** Filled in step by step rather than by spreading, since there are thousands. */
type Draft = Mutable<Entry>

/**
 * Gives each file, in order of precedence, the first state that applies: `ignored`, `invalid`,
 * `untrusted`, `disabled`, `shadowed`, `loaded`. What is untrusted or disabled shadows nothing.
 */
export function settleEntries(files: readonly ReadFile[], deciders: Deciders): Entry[] {
  const winners: Winners = { byName: new Map(), contents: deciders.contents }
  const drafts = files.map((file) =>
    isSkillFile(file) ? settleSkill(file, winners, deciders) : settleUnread(file),
  )
  const names = chooseCallableNames(drafts)
  for (const [index, draft] of drafts.entries()) callAs(draft, names[index] ?? draft.name)
  return drafts
}

function isSkillFile(file: ReadFile): file is SkillFile {
  return file.skill !== undefined
}

function settleUnread(file: ReadFile): Draft {
  const { name, candidate, diagnostics } = file
  const { path, root } = candidate
  const { state, reason, remedy } = reasons.notRead(file)
  const { scope, client } = root
  const draft: Draft = { path, name, callableAs: '', scope, client, state, reason, diagnostics }
  if (remedy !== undefined) draft.remedy = remedy
  return draft
}

/** @param winners this file joins them where it counts */
function settleSkill(file: SkillFile, winners: Winners, deciders: Deciders): Draft {
  const { name, candidate, skill } = file
  const { path, root } = candidate
  const { state, reason, remedy, diagnostic } = stateOf(file, winners, deciders)
  const { scope, client } = root
  const diagnostics = diagnostic ? [...file.diagnostics, diagnostic] : file.diagnostics
  const callableAs = ''
  const draft: Draft = { path, name, callableAs, scope, client, state, reason, diagnostics, skill }
  if (remedy !== undefined) draft.remedy = remedy
  return draft
}

function stateOf(file: SkillFile, winners: Winners, deciders: Deciders): Settled<ReadState> {
  const { skill } = file
  const kept = untrusted(skill, deciders) ?? disabled(skill, deciders)
  if (kept !== undefined) return kept
  const folded = normaliseName(skill.name)
  const winner = winners.byName.get(folded)
  if (winner !== undefined) {
    return reasons.shadowed(skill, winner.skill, winners.contents.isSame(file, winner))
  }
  winners.byName.set(folded, file)
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

/** What can be said only once every file has its callable name. */
function callAs(draft: Draft, callable: string): void {
  draft.callableAs = callable
  if (draft.state === 'shadowed') draft.reason += ` ${reasons.howToCall(callable)}`
  if (draft.state === 'loaded' && isChatCommand(draft.name)) {
    draft.diagnostics = [...draft.diagnostics, commandClash(draft, callable)]
  }
}

function commandClash({ name, path }: Draft, callable: string): Diagnostic {
  return {
    code: 'collision/command',
    severity: 'info',
    message: `\`/${name}\` is a chat command, so the skill is called as \`/${callable}\`.`,
    file: path,
    hint: 'Give the skill another name to call it without a prefix.',
  }
}
