import type { Context } from '../context.ts'
import { type Check, type CheckStatus, runChecks } from '../doctor/index.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace } from '../library/open.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { counted } from '../screen/numbers.ts'
import { createSpinner } from '../screen/spinner.ts'
import type { Style } from '../screen/terminal.ts'
import { padWidth } from '../screen/width.ts'

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
      : renderChecks(checks, errors, stdout.style),
  )
  return errors === 0 ? exitCodes.done : exitCodes.failed
}

function renderChecks(checks: readonly Check[], errors: number, style: Style): string {
  const width = Math.max(...checks.map(({ subject }) => cleanLine(subject).length))
  const areas = [...new Set(checks.map(({ area }) => area))]
  const blocks = areas.map((area) => {
    const lines = checks
      .filter((check) => check.area === area)
      .map((check) => renderCheck(check, width, style))
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

function renderCheck({ status, subject, detail, remedy }: Check, width: number, style: Style) {
  const margin = ' '.repeat(width + 6)
  const line = `  ${sign(status, style)} ${padWidth(cleanLine(subject), width)}  ${cleanText(detail)}`
  if (remedy === undefined) return line
  return `${line}\n${margin}${style.green(`→ ${cleanText(remedy).replaceAll('\n', `\n${margin}  `)}`)}`
}

function sign(status: CheckStatus, style: Style): string {
  if (status === 'ok') return style.green('✓')
  if (status === 'warning') return style.yellow('!')
  return status === 'error' ? style.red('✗') : style.dim('·')
}
