import { cleanLine, cleanText } from './clean.ts'
import type { Output, Style } from './terminal.ts'
import { wrapText } from './wrap.ts'

/** `! what happened`, and below it what to do. */
export function sayNotice(stderr: Output, message: string, hint?: string): void {
  const { style, columns } = stderr
  const lines = wrapText(cleanLine(message), {
    columns,
    first: `${style.yellow('!')} `,
    rest: '  ',
  })
  stderr.write(`${lines.join('\n')}\n`)
  sayHint(stderr, hint)
}

/** `skillet: what went wrong`, and below it what to do. */
export function sayError(stderr: Output, message: string, hint?: string): void {
  const { style, columns } = stderr
  const first = `${style.red('skillet:')} `
  stderr.write(`${wrapText(cleanLine(message), { columns, first, rest: '  ' }).join('\n')}\n`)
  sayHint(stderr, hint)
}

export function sayHint(stderr: Output, hint: string | undefined): void {
  if (hint === undefined) return
  stderr.write(`${renderHint(hint, stderr.style, stderr.columns)}\n`)
}

/** `  hint: what to do`; what is to be written on several lines keeps them. */
export function renderHint(hint: string, style: Style, columns: number): string {
  const first = `  ${style.green('hint:')} `
  return wrapText(cleanText(hint).trim(), { columns, first, rest: '        ' }).join('\n')
}
