import {
  holdsSecrets,
  isProcessSecret,
  isSecretFile,
  isSkillFile,
  isWithin,
  realPathOf,
  refusedForm,
  skillPlace,
} from '../tools/index.ts'
import type { Access } from '../tools/types.ts'
import { isForeign } from './command-cover.ts'
import { decideLine } from './decide-line.ts'
import { matchesAccess, speaksOf } from './match.ts'
import { namesFile } from './path-pattern.ts'
import { strongest } from './precedence.ts'
import { isState, protector } from './protected.ts'
import type { CallInQuestion, PermissionContext, Rule, Verdict } from './types.ts'

type FileAccess = Extract<Access, { kind: 'read' | 'write' }>

/**
 * Whether a call may run. Any matching deny wins; then what no rule may cover asks; then the
 * matching rule with the most literal characters counts, those of the command line and the turn
 * before stored ones; then the defaults: reading in the workspace and in readable skills is
 * allowed, everything else asks.
 */
export function decide(
  call: CallInQuestion,
  rules: readonly Rule[],
  context: PermissionContext,
): Verdict {
  const about = rules.filter((rule) => speaksOf(rule, call))
  const { access } = call
  switch (access.kind) {
    case 'run':
      return decideLine(access, about, context)
    case 'read':
    case 'write':
      return decideFiles(call, access, about, context)
    case 'skill':
    case 'none':
      return decideOther(call, about, context)
  }
}

function decideFiles(
  call: CallInQuestion,
  access: FileAccess,
  rules: readonly Rule[],
  context: PermissionContext,
): Verdict {
  const matching = rules.filter((rule) => matchesAccess(rule, call, context))
  const denied = matching.find((rule) => rule.effect === 'deny')
  if (denied !== undefined) return byRule(denied)
  const closed = refuse(access, context) ?? onlyAPerson(access, context)
  if (closed !== undefined) return closed
  const secret = readsSecrets(access, context)
  // A wildcard was not written with keys in mind: only a rule that names the file covers it.
  const usable = matching.filter(
    (rule) => reachesFiles(rule, access, context) && (!secret || coversSecrets(rule)),
  )
  return strongest(usable) ?? (secret ? askSecret() : byDefault(access, context))
}

/**
 * A skill or a project allows for the folder it came to: what its rules allow ends at the workspace.
 * (The skill's own folder may be read without a rule.)
 */
function reachesFiles(rule: Rule, access: FileAccess, context: PermissionContext): boolean {
  if (rule.effect !== 'allow' || !isForeign(rule)) return true
  return access.paths.every((path) => isWithin(path, realPathOf(context.workspace)))
}

/** By the name that was given, by where it leads, and by its other names nearby. */
function readsSecrets(access: FileAccess, { workspace }: PermissionContext): boolean {
  if (access.kind !== 'read') return false
  if (access.named?.some((path) => isSecretFile(path))) return true
  return access.paths.some((path) => holdsSecrets(path, realPathOf(workspace)))
}

function coversSecrets(rule: Rule): boolean {
  return rule.effect !== 'allow' || (rule.pattern !== undefined && namesFile(rule.pattern))
}

function askSecret(): Verdict {
  return { effect: 'ask', reason: 'The file is known to hold keys or passwords.' }
}

/** What is refused outright, whatever the rules say. */
function refuse(access: FileAccess, context: PermissionContext): Verdict | undefined {
  if (access.kind === 'read') {
    if (!access.paths.some((path) => isState(path, context))) return undefined
    return { effect: 'deny', reason: "Skillet's own state is not readable to tools." }
  }
  for (const path of [...access.paths, ...(access.named ?? [])]) {
    const reason = refusedForm(path, context)
    if (reason !== undefined) return { effect: 'deny', reason }
  }
  return undefined
}

function onlyAPerson(access: FileAccess, context: PermissionContext): Verdict | undefined {
  if (access.kind === 'read') {
    if (![...access.paths, ...(access.named ?? [])].some(isProcessSecret)) return undefined
    const reason =
      'The file holds the environment or memory of a running process, keys and all; this is asked every time.'
    return { effect: 'ask', reason, personOnly: true }
  }
  const protectedAs = protector(context)
  for (const path of [...access.paths, ...(access.named ?? [])]) {
    const what = protectedAs(path)
    if (what !== undefined) {
      const reason = `Writing there changes ${what}; this is asked every time.`
      return { effect: 'ask', reason, personOnly: true }
    }
  }
  return undefined
}

function byDefault(access: FileAccess, context: PermissionContext): Verdict {
  const outside = access.paths.filter((path) => !isWithin(path, realPathOf(context.workspace)))
  if (access.kind === 'write') {
    const where = outside.length > 0 ? ' outside the workspace' : ''
    return { effect: 'ask', reason: `Writing files${where} needs approval.` }
  }
  if (access.paths.some((path) => isWithin(path, configOf(context)))) {
    return { effect: 'ask', reason: "Skillet's settings can hold keys." }
  }
  const named = access.named ?? access.paths
  const strange = access.paths.filter(
    (path, at) =>
      outside.includes(path) && !isSkillFile(path, context) && !isLinked(named[at], context),
  )
  if (strange.length === 0) return { effect: 'allow', reason: 'Reading here needs no approval.' }
  return { effect: 'ask', reason: 'Reading outside the workspace needs approval.' }
}

function configOf({ configFolder }: PermissionContext): string {
  // A name that no path has, where there is no such folder.
  return configFolder === undefined ? '\0' : realPathOf(configFolder)
}

/**
 * Links in a skill's folder are followed, but for a project's skills: theirs are a stranger's. So is
 * whatever lies in the workspace, where a command could make one.
 */
function isLinked(named: string | undefined, context: PermissionContext): boolean {
  if (named === undefined) return false
  return context.readableSkills.some((skill) => {
    if (skill.source.scope === 'project' || skill.singleFile) return false
    const place = skillPlace(skill)
    const isOwn = place !== undefined && !isWithin(place, realPathOf(context.workspace))
    return isOwn && isWithin(named, skill.directory)
  })
}

function decideOther(
  call: CallInQuestion,
  rules: readonly Rule[],
  context: PermissionContext,
): Verdict {
  const matching = rules.filter((rule) => matchesAccess(rule, call, context))
  const denied = matching.find((rule) => rule.effect === 'deny')
  if (denied !== undefined) return byRule(denied)
  return (
    strongest(matching) ?? { effect: 'allow', reason: 'This touches no file and runs nothing.' }
  )
}

function byRule(rule: Rule): Verdict {
  return { effect: rule.effect, rule, reason: `The rule ${rule.source} says ${rule.effect}.` }
}
