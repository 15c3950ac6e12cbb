import { isAbsolute } from 'node:path'
import {
  type EnablementRule,
  type EnablementTarget,
  keepTrust,
  setEnabled,
  trustOwnSettings,
} from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { isChildOfEngine, refuseChild } from '../library/child.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { lookUp } from '../library/look-up.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { readDescription, trustSubject } from '../library/trust.ts'
import { cleanLine } from '../screen/clean.ts'
import { sayError, sayNotice } from '../screen/notice.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'
import type { Output } from '../screen/terminal.ts'

export interface SwitchFlags extends LibraryFlags {
  readonly user?: boolean
}

/** `skillet enable` and `skillet disable`: write a skill's name into a settings file. */
export async function switchSkills(
  context: Context,
  flags: SwitchFlags,
  verb: 'enable' | 'disable',
  names: readonly string[],
): Promise<ExitCode> {
  if (isChildOfEngine(context)) {
    refuseChild(context, 'Turning skills on and off')
    return exitCodes.refused
  }
  const workspace = await openWorkspace(context, flags)
  if (!flags.user && refuseUntrusted(context, workspace)) return exitCodes.refused
  for (const typed of names) {
    const target = targetOf(context, workspace, typed)
    if (target === undefined) return exitCodes.usage
    const code = await switchOne(context, workspace, flags, verb, target)
    if (code !== exitCodes.done) return code
  }
  return exitCodes.done
}

/** A glob also counts for skills that are not there yet; everything else names a skill. */
function targetOf(
  context: Context,
  workspace: Workspace,
  typed: string,
): EnablementTarget | undefined {
  if (/[*?]/u.test(typed)) return { kind: 'glob', pattern: typed }
  const entry = lookUp(context, workspace, typed)
  if (entry === undefined) return undefined
  const { name, scope, path } = entry
  const skill = { name, scope, path }
  if (typed === `${scope}:${name}`) return { kind: 'skill', term: typed, skill }
  const byPath = isAbsolute(typed) || /^(?:\.{1,2}|~)[\\/]/u.test(typed)
  return { kind: 'skill', term: byPath ? path : name, skill }
}

async function switchOne(
  { terminal }: Context,
  workspace: Workspace,
  flags: SwitchFlags,
  verb: 'enable' | 'disable',
  target: EnablementTarget,
): Promise<ExitCode> {
  const { settings, standpoint, places } = workspace
  const { root, store } = trustSubject(workspace)
  const write = () =>
    setEnabled({
      settings,
      level: flags.user ? 'user' : 'project',
      target,
      enabled: verb === 'enable',
      home: places.home,
      projectTrusted: workspace.projectTrusted(),
    })
  const result = flags.user
    ? await write()
    : await trustOwnSettings({ root, store, settings }, () =>
        keepTrust({ root, store, subject: { settings } }, write),
      )
  const { stderr } = terminal
  if (result.kind === 'refused') {
    sayError(stderr, 'The settings hold an error, so nothing was written.')
    await workspace.report(result.diagnostics)
    return exitCodes.failed
  }
  const file = cleanLine(shortPath(result.file, standpoint))
  const term = target.kind === 'glob' ? target.pattern : (target.term ?? target.skill.name)
  const name = stderr.style.bold(cleanLine(term))
  const what = result.kind === 'unchanged' ? `was ${verb}d already` : `${verb}d`
  const where = flags.user ? 'everywhere' : 'in this project'
  stderr.write(
    `${stderr.style.green('✓')} ${name} ${what} ${where} ${stderr.style.dim(`(${file})`)}\n`,
  )
  if (result.prevails !== undefined) sayPrevailing(stderr, result.prevails, target, standpoint)
  return exitCodes.done
}

/** What was written counts less than another rule, so it does less than it seems to. */
function sayPrevailing(
  stderr: Output,
  { text, list, level, file, line }: EnablementRule,
  target: EnablementTarget,
  standpoint: Standpoint,
): void {
  const place = `${shortPath(file, standpoint)}${line === undefined ? '' : `:${line}`}`
  const whose = level === 'project' ? 'this project’s settings' : 'your settings'
  const extent = target.kind === 'glob' ? 'for some of these skills' : 'here'
  sayNotice(
    stderr,
    `A stronger rule counts instead ${extent}: "${text}" is ${list} in ${whose} (${place}).`,
    'Take it out of that file, or see what counts: skillet why NAME',
  )
}

/**
 * What is written where nobody trusts the settings does nothing, and success would be a lie. Where
 * there are none yet, what the person writes is their own and counts.
 */
function refuseUntrusted({ terminal }: Context, workspace: Workspace): boolean {
  const { settings } = readDescription(workspace)
  if (settings === undefined || settings.change === 'same') return false
  sayError(
    terminal.stderr,
    "Nothing was written: this project's settings do not count until you trust them.",
    'Look at them and decide: skillet trust\nOr write into your own settings, for everywhere: --user',
  )
  return true
}
