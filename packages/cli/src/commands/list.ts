import { type Diagnostic, type Entry, type SkillState, skillStates } from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { renderLeftOut, sayLeftOut, sortDiagnostics } from '../library/left-out.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { entryJson } from '../library/shapes.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import { scopeWord } from '../screen/scope.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { displayWidth, fitWidth, fitWords, padWidth } from '../screen/width.ts'
import { wrapText } from '../screen/wrap.ts'

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
  const { leftOut, others } = sortDiagnostics(diagnostics)
  await workspace.report(others.filter(({ severity }) => severity !== 'info'))
  stdout.write(flags.all ? allRows(shown, workspace, stdout) : rows(byName(shown), stdout))
  if (flags.all) stdout.write(renderLeftOut(leftOut, workspace.standpoint, stdout))
  sayWhatElse(context, workspace, flags, leftOut)
  return exitCodes.done
}

/** One line a skill: what to type, what it is for, where it comes from. */
function rows(entries: readonly Entry[], { columns, style }: Output): string {
  const calls = entries.map(callOf)
  const callWidth = Math.min(Math.max(0, ...calls.map(displayWidth)), Math.floor(columns * 0.4))
  const sources = entries.map(({ scope }) => scopeWord(scope))
  const sourceWidth = Math.max(0, ...sources.map(displayWidth))
  const room = columns - callWidth - sourceWidth - 4
  return entries
    .map((entry, index) => {
      const call = padWidth(fitWidth(calls[index] ?? '', callWidth), callWidth)
      const description = cleanLine(entry.skill?.description ?? '')
      const source = padWidth(sources[index] ?? '', sourceWidth)
      return room < 16
        ? `${style.bold(call)}  ${fitWords(description, columns - callWidth - 2)}\n`
        : `${style.bold(call)}  ${style.dim(source)}  ${fitWords(description, room)}\n`
    })
    .join('')
}

/** Every file by its state. What holds for many, such as a repository's trust, is said once. */
function allRows(entries: readonly Entry[], workspace: Workspace, output: Output): string {
  const { style, columns } = output
  return skillStates
    .map((state) => ({ state, members: entries.filter((entry) => entry.state === state) }))
    .filter(({ members }) => members.length > 0)
    .map(({ state, members }) => {
      const heading = `${stateSign(state, style)} ${style.bold(state)} (${members.length})`
      const head = (entry: Entry) => {
        const path = cleanLine(shortPath(entry.path, workspace.standpoint))
        const call = `${style.bold(callOf(entry))}  `
        const place = style.dim(`${scopeWord(entry.scope)} · ${path}`)
        return wrapText(call + place, { columns, first: '  ', rest: '      ' })
      }
      const blocks =
        state === 'loaded'
          ? byName(members).flatMap((entry) => [...head(entry), ...about(entry, output)])
          : alike(byName(members)).flatMap((same) => [
              ...same.flatMap(head),
              ...reasonOf(same, output),
            ])
      return `${[heading, ...blocks].join('\n')}\n`
    })
    .join('\n')
}

/** What a callable skill is for, and how much is wrong with it. */
function about({ skill, diagnostics }: Entry, { style, columns }: Output): readonly string[] {
  const description = fitWords(cleanLine(skill?.description ?? ''), columns - 4)
  const warnings = diagnostics.filter(({ severity }) => severity !== 'info')
  const [first] = warnings
  if (first === undefined) return [`    ${description}`]
  const more = warnings.length === 1 ? '' : ` (first of ${counted(warnings.length, 'warning')})`
  return [
    `    ${description}`,
    ...wrapText(cleanLine(first.message) + style.dim(more), {
      columns,
      first: `    ${style.yellow('!')} `,
      rest: '      ',
    }),
  ]
}

/** Entries with the same reason and remedy, together. */
function alike(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.reason, entry.remedy])
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()]
}

function reasonOf(same: readonly Entry[], { style, columns }: Output): readonly string[] {
  const [first] = same
  if (first === undefined) return []
  const reason = cleanLine(first.reason)
  const words = same.length === 1 ? reason : `For each of these ${same.length}: ${reason}`
  const remedy =
    first.remedy === undefined
      ? []
      : wrapText(cleanText(first.remedy), { columns, first: '    → ', rest: '      ' })
  return [...wrapText(words, { columns, first: '    ' }), ...remedy.map(style.green)]
}

/** Nothing disappears in silence: what is not in the list, and where it is told. */
function sayWhatElse(
  { terminal }: Context,
  workspace: Workspace,
  flags: ListFlags,
  leftOut: readonly Diagnostic[],
): void {
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
    const waiting = skillStates
      .map((state) => ({ state, size: entries.filter((entry) => entry.state === state).length }))
      .filter(({ state, size }) => state !== 'loaded' && size > 0)
      .map(({ state, size }) => `${size} ${state}`)
    stderr.write(
      terminal.stderr.style.dim(`\nNot callable: ${waiting.join(', ')}. See: skillet list --all\n`),
    )
  }
  if (flags.all) return
  sayLeftOut(leftOut, stderr)
  const faulty = loaded.filter(({ diagnostics }) =>
    diagnostics.some(({ severity }) => severity !== 'info'),
  )
  if (faulty.length === 0) return
  const words = counted(faulty.length, 'skill has warnings', 'skills have warnings')
  stderr.write(`${stderr.style.dim(`${words}. See: skillet list --all`)}\n`)
}

function byName(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((a, b) => (a.callableAs < b.callableAs ? -1 : 1))
}

function callOf(entry: Entry): string {
  const hint = entry.skill?.argumentHint
  return cleanLine(hint === undefined ? entry.callableAs : `${entry.callableAs} ${hint}`)
}

export function stateSign(state: SkillState, style: Style): string {
  if (state === 'loaded') return style.green('●')
  if (state === 'invalid') return style.red('✗')
  return state === 'untrusted' ? style.yellow('●') : style.dim('○')
}
