import type { Diagnostic } from '@skillet/core'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'
import type { Output } from '../screen/terminal.ts'
import { wrapLines, wrapText } from '../screen/wrap.ts'

/** What the search for skills passed by, apart from everything else that was found. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): {
  readonly leftOut: readonly Diagnostic[]
  readonly others: readonly Diagnostic[]
} {
  const isLeftOut = ({ code }: Diagnostic) => /^(?:walk|link)\//u.test(code)
  return {
    leftOut: diagnostics.filter(isLeftOut),
    others: diagnostics.filter((one) => !isLeftOut(one)),
  }
}

/** One line about all of it, and where it is told. Silent where nothing was left out. */
export function sayLeftOut(leftOut: readonly Diagnostic[], stderr: Output): void {
  if (leftOut.length === 0) return
  const line = `Left out: ${summary(leftOut)}. See: skillet list --all`
  stderr.write(`${wrapLines(line, stderr.columns).split('\n').map(stderr.style.dim).join('\n')}\n`)
}

/** `2 not searched, 1 link not followed`: one line, whatever the number. */
function summary(leftOut: readonly Diagnostic[]): string {
  const sizes = new Map<string, number>()
  for (const { code } of leftOut) {
    const kind = kinds[code] ?? (code.startsWith('link/') ? 'a link not followed' : 'not read')
    sizes.set(kind, (sizes.get(kind) ?? 0) + 1)
  }
  const list = [...sizes].map(([kind, size]) => (size === 1 ? kind : `${kind} (${size} times)`))
  return list.join(', ')
}

/** All of it, with paths: the last part of `skillet list --all`. */
export function renderLeftOut(
  leftOut: readonly Diagnostic[],
  standpoint: Standpoint,
  { style, columns }: Output,
): string {
  if (leftOut.length === 0) return ''
  const blocks = leftOut.flatMap(({ file, message, hint, code }) => [
    ...wrapText(`${style.bold(cleanLine(shortPath(file, standpoint)))} ${style.dim(`[${code}]`)}`, {
      columns,
      first: '  ',
      rest: '      ',
    }),
    ...wrapText(cleanLine(message), { columns, first: '    ' }),
    ...(hint === undefined
      ? []
      : wrapText(cleanText(hint), { columns, first: '    → ', rest: '      ' }).map(style.green)),
  ])
  return `\n${[`${style.dim('○')} ${style.bold('left out')} (${leftOut.length})`, ...blocks].join('\n')}\n`
}

const kinds: Readonly<Record<string, string>> = {
  'walk/not-entered': 'folders not searched',
  'walk/limit': 'what lies beyond a limit',
  'walk/case': 'a file of another spelling beside SKILL.md',
  'walk/not-a-file': 'something named like a skill that is no file',
  'walk/unreadable': 'something unreadable',
  'walk/vanished': 'something that vanished',
}
