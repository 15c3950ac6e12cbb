import { cleanLine } from './clean.ts'
import type { Output } from './terminal.ts'

/** `! what happened`, and below it what to do. */
export function sayNotice(stderr: Output, message: string, hint?: string): void {
  stderr.write(`${stderr.style.yellow('!')} ${cleanLine(message)}\n`)
  sayHint(stderr, hint)
}

/** `skillet: what went wrong`, and below it what to do. */
export function sayError(stderr: Output, message: string, hint?: string): void {
  stderr.write(`${stderr.style.red('skillet:')} ${cleanLine(message)}\n`)
  sayHint(stderr, hint)
}

export function sayHint(stderr: Output, hint: string | undefined): void {
  if (hint === undefined) return
  stderr.write(`  ${stderr.style.green('hint:')} ${cleanLine(hint)}\n`)
}
