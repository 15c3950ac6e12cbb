import type { Context } from '../context.ts'
import { type Check, type CheckStatus, runChecks } from '../doctor/index.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace } from '../library/open.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { counted } from '../screen/numbers.ts'
import { createSpinner } from '../screen/spinner.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { displayWidth, padWidth } from '../screen/width.ts'
import { wrapText } from '../screen/wrap.ts'

export interface DoctorFlags extends LibraryFlags {
  readonly json?: boolean
}

/** `skillet doctor`: what is there, what is missing, and what to do about it. */
export async function doctor(context: Context, flags: DoctorFlags): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  const spinner = createSpinner(stderr)
  spinner.show('looking for models, folders and tools')
  const workspace = await openWorkspace(context, flags)
  const checks = await runChecks(context, workspace)
  spinner.hide()
  const errors = checks.filter(({ status }) => status === 'error').length
  stdout.write(
    flags.json
      ? printJson({ version: 1, ok: errors === 0, checks })
      : renderChecks(checks, errors, stdout),
  )
  return errors === 0 ? exitCodes.done : exitCodes.failed
}

/** Longer labels have the value on the next line, and so has everything on a narrow screen. */
const widestLabel = 34
const narrow = 76

function renderChecks(checks: readonly Check[], errors: number, output: Output): string {
  const { style, columns } = output
  const labels = checks.map(({ subject }) => displayWidth(cleanLine(subject)))
  const width = columns < narrow ? 0 : Math.max(...labels.filter((one) => one <= widestLabel), 0)
  const areas = [...new Set(checks.map(({ area }) => area))]
  const blocks = areas.map((area) => {
    const lines = checks
      .filter((check) => check.area === area)
      .map((check) => renderCheck(check, width, output))
    return `${style.bold(area)}\n${lines.join('\n')}`
  })
  const warnings = checks.filter(({ status }) => status === 'warning').length
  const end =
    errors > 0
      ? style.red(`${counted(errors, 'thing does', 'things do')} not work; see ✗ above.`)
      : warnings > 0
        ? style.yellow(
            `Skillet works; ${counted(warnings, 'thing', 'things')} could be better, see ! above.`,
          )
        : style.green('All is well.')
  return `${blocks.join('\n\n')}\n\n${end}\n`
}

function renderCheck(
  { status, subject, detail, remedy }: Check,
  width: number,
  { style, columns }: Output,
): string {
  const label = cleanLine(subject)
  const head = `  ${sign(status, style)} `
  const margin = ' '.repeat(width === 0 ? 6 : width + 6)
  const beside = displayWidth(label) <= width
  const value = wrapText(cleanText(detail), {
    columns,
    first: beside ? `${head}${padWidth(label, width)}  ` : margin,
    rest: margin,
  })
  const named = beside ? [] : wrapText(label, { columns, first: head, rest: '    ' })
  const todo =
    remedy === undefined
      ? []
      : wrapText(cleanText(remedy), { columns, first: `${margin}→ `, rest: `${margin}  ` })
  return [...named, ...value, ...todo.map(style.green)].join('\n')
}

function sign(status: CheckStatus, style: Style): string {
  if (status === 'ok') return style.green('✓')
  if (status === 'warning') return style.yellow('!')
  return status === 'error' ? style.red('✗') : style.dim('·')
}
