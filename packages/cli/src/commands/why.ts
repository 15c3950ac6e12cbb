import type { Explanation, ExplanationStep } from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace } from '../library/open.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { padWidth, wrapWidth } from '../screen/width.ts'

export interface WhyFlags extends LibraryFlags {
  readonly json?: boolean
}

/** `skillet why`: every step that decides whether a skill can be called, with what to do. */
export async function why(context: Context, flags: WhyFlags, query: string): Promise<ExitCode> {
  const { library, standpoint, reportFindings } = await openWorkspace(context, flags)
  await reportFindings()
  const explanation = library.explain(query)
  const { stdout } = context.terminal
  if (flags.json) {
    const { callable, state, steps } = explanation
    stdout.write(printJson({ version: 1, query, callable, state: state ?? null, steps }))
  } else stdout.write(renderExplanation(explanation, stdout, standpoint))
  return explanation.callable ? exitCodes.done : exitCodes.failed
}

function renderExplanation(
  { query, callable, state, steps }: Explanation,
  { style, columns }: Output,
  standpoint: Standpoint,
): string {
  const width = Math.max(0, ...steps.map(({ step }) => step.length))
  // What to do is told at the step that failed.
  const told = new Set(steps.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy])))
  const shown = steps.filter(({ detail }) => !told.has(detail))
  const body = shown.map((step) => renderStep(step, width, style, columns, standpoint))
  const name = style.bold(cleanLine(query))
  const end = callable
    ? style.green(`${name} can be called.`)
    : style.red(`${name} cannot be called${state === undefined ? '' : `: it is ${state}`}.`)
  return `${body.join('\n')}\n\n${end}\n`
}

function renderStep(
  { step, outcome, detail, file, line, remedy }: ExplanationStep,
  width: number,
  style: Style,
  columns: number,
  standpoint: Standpoint,
): string {
  const margin = ' '.repeat(width + 4)
  const room = Math.max(20, Math.min(columns, 100) - margin.length)
  const text = cleanText(detail)
    .split('\n')
    .flatMap((one) => wrapWidth(one, room))
  const place =
    file === undefined || detail.includes(file)
      ? []
      : [style.dim(cleanLine(shortPath(file, standpoint)) + (line === undefined ? '' : `:${line}`))]
  const hint =
    remedy === undefined
      ? []
      : cleanText(remedy)
          .split('\n')
          .flatMap((one, index) => wrapWidth(index === 0 ? `→ ${one}` : `  ${one}`, room))
          .map(style.green)
  const [first = '', ...rest] = [...text, ...place, ...hint]
  const head = `${signs(style)[outcome]} ${style.bold(padWidth(step, width))}  ${first}`
  return [head, ...rest.map((one) => margin + one)].join('\n')
}

function signs(style: Style) {
  return { pass: style.green('✓'), fail: style.red('✗'), note: style.dim('·') }
}
