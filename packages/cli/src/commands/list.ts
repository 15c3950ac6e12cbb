import type { Entry, SkillState } from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { entryJson } from '../library/shapes.ts'
import { cleanLine } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { displayWidth, fitWidth, padWidth, wrapWidth } from '../screen/width.ts'

export interface ListFlags extends LibraryFlags {
  readonly all?: boolean
  readonly json?: boolean
}

/** `skillet list`: the skills that can be called, or with `--all` every file and its state. */
export async function list(context: Context, flags: ListFlags): Promise<ExitCode> {
  const workspace = await openWorkspace(context, flags)
  const { entries, diagnostics } = workspace.library.snapshot
  const shown = flags.all ? entries : entries.filter(({ state }) => state === 'loaded')
  const { stdout } = context.terminal
  if (flags.json) {
    stdout.write(printJson({ version: 1, skills: shown.map(entryJson), diagnostics }))
    return exitCodes.done
  }
  await workspace.report(diagnostics.filter(({ severity }) => severity !== 'info'))
  stdout.write(flags.all ? allRows(shown, workspace, stdout) : rows(byName(shown), stdout))
  sayWhatElse(context, workspace, flags)
  return exitCodes.done
}

/** One line a skill: what to type, what it is for, where it comes from. */
function rows(entries: readonly Entry[], { columns, style }: Output): string {
  const calls = entries.map(callOf)
  const callWidth = Math.min(Math.max(0, ...calls.map(displayWidth)), Math.floor(columns * 0.4))
  const sources = entries.map(({ scope }) => scopeWords[scope])
  const sourceWidth = Math.max(0, ...sources.map(displayWidth))
  const room = columns - callWidth - sourceWidth - 4
  return entries
    .map((entry, index) => {
      const call = padWidth(fitWidth(calls[index] ?? '', callWidth), callWidth)
      const description = cleanLine(entry.skill?.description ?? '')
      const source = padWidth(sources[index] ?? '', sourceWidth)
      return room < 16
        ? `${style.bold(call)}  ${fitWidth(description, columns - callWidth - 2)}\n`
        : `${style.bold(call)}  ${style.dim(source)}  ${fitWidth(description, room)}\n`
    })
    .join('')
}

function allRows(entries: readonly Entry[], workspace: Workspace, output: Output): string {
  const { style, columns } = output
  return stateOrder
    .map((state) => ({ state, members: entries.filter((entry) => entry.state === state) }))
    .filter(({ members }) => members.length > 0)
    .map(({ state, members }) => {
      const heading = `${stateSign(state, style)} ${style.bold(state)} (${members.length})\n`
      const blocks = byName(members).map((entry) => {
        const path = cleanLine(shortPath(entry.path, workspace.standpoint))
        const first = `  ${style.bold(callOf(entry))}  ${style.dim(`${scopeWords[entry.scope]} · ${path}`)}`
        const about =
          state === 'loaded'
            ? [fitWidth(cleanLine(entry.skill?.description ?? ''), columns - 4)]
            : [...wrapWidth(cleanLine(entry.reason), columns - 4)]
        const remedy =
          entry.remedy === undefined || state === 'loaded'
            ? []
            : wrapWidth(`→ ${cleanLine(entry.remedy)}`, columns - 4).map(style.green)
        return [first, ...[...about, ...remedy].map((line) => `    ${line}`)].join('\n')
      })
      return `${heading}${blocks.join('\n')}\n`
    })
    .join('\n')
}

/** Nothing disappears in silence: what is not in the list, and where it is told. */
function sayWhatElse({ terminal }: Context, workspace: Workspace, flags: ListFlags): void {
  const { stderr } = terminal
  const { entries, roots } = workspace.library.snapshot
  const loaded = entries.filter(({ state }) => state === 'loaded')
  if (loaded.length === 0) {
    const places = roots.map(
      ({ path }) => `  ${cleanLine(shortPath(path, workspace.standpoint))}\n`,
    )
    stderr.write(`No skill can be called. Skillet looked in:\n${places.join('')}`)
  }
  if (!flags.all && entries.length > loaded.length) {
    const waiting = stateOrder
      .map((state) => ({ state, size: entries.filter((entry) => entry.state === state).length }))
      .filter(({ state, size }) => state !== 'loaded' && size > 0)
      .map(({ state, size }) => `${size} ${state}`)
    stderr.write(
      terminal.stderr.style.dim(`\nNot callable: ${waiting.join(', ')}. See: skillet list --all\n`),
    )
  }
  const faulty = loaded.filter(({ diagnostics }) =>
    diagnostics.some(({ severity }) => severity !== 'info'),
  )
  const [first] = faulty
  if (first === undefined) return
  const words = `${counted(faulty.length, 'skill has warnings', 'skills have warnings')}. See: skillet show ${cleanLine(first.callableAs)}\n`
  stderr.write(stderr.style.dim(words))
}

function byName(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((a, b) => (a.callableAs < b.callableAs ? -1 : 1))
}

function callOf(entry: Entry): string {
  const hint = entry.skill?.argumentHint
  return cleanLine(hint === undefined ? entry.callableAs : `${entry.callableAs} ${hint}`)
}

export const scopeWords = {
  explicit: 'named',
  project: 'project',
  user: 'user',
  builtin: 'built-in',
} as const

const stateOrder: readonly SkillState[] = [
  'loaded',
  'shadowed',
  'untrusted',
  'disabled',
  'invalid',
  'ignored',
]

export function stateSign(state: SkillState, style: Style): string {
  if (state === 'loaded') return style.green('●')
  if (state === 'invalid') return style.red('✗')
  return state === 'untrusted' ? style.yellow('●') : style.dim('○')
}
