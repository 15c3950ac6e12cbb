import { readFileSync } from 'node:fs'
import type { Context } from '../context.ts'
import { sayError } from '../screen/notice.ts'

/** Set by the engine for the commands that a model runs. The same name as in `@skillet/agent`. */
export const childMarker = 'SKILLET_CHILD'

/**
 * Whether a model's own command started this one. It may look, and may not widen what it may do:
 * trust is a person's to give (and so is turning skills on). An emptied mark is one as well. Without a
 * sandbox this is a hint to keep, no barrier: what runs as the person can do as the person does.
 */
export function isChildOfEngine({
  environment,
  markedAbove,
}: Pick<Context, 'environment' | 'markedAbove'>): boolean {
  return environment[childMarker] !== undefined || (markedAbove?.() ?? false)
}

/** No honest chain of processes is longer. */
const mostParents = 64

/**
 * Whether a process above this one was started with the mark: what a command takes out of its own
 * environment still stands in that of its shell. Linux only; elsewhere, and where nothing can be read,
 * false.
 *
 * @param parent id of the process to begin with
 */
export function markedAbove(parent: number): boolean {
  let next = parent
  for (let count = 0; count < mostParents && next > 1; count += 1) {
    const marked = readProcess(next, 'environ')?.split('\0').some(isMark) ?? false
    if (marked) return true
    const stat = readProcess(next, 'stat') ?? ''
    // The name stands in brackets and may hold anything; the parent is the second field behind it.
    next = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  }
  return false
}

function isMark(variable: string): boolean {
  return variable.startsWith(`${childMarker}=`)
}

function readProcess(id: number, what: 'environ' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${id}/${what}`, 'latin1')
  } catch {
    return undefined
  }
}

export function refuseChild({ terminal }: Context, what: string): void {
  sayError(
    terminal.stderr,
    `${what} is for a person to decide, and this was started by a tool call of Skillet.`,
    'Run it in a terminal of your own.',
  )
}
