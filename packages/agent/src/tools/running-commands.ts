import { readdirSync, readFileSync } from 'node:fs'
import { childMarker } from './environment.ts'

/** One command that runs: the leader of its group, and the mark in the environment of all it started. */
export interface RunningCommand {
  readonly group: number
  readonly mark: string
  /** When it began, by `startOf`: what is older than it is none of its processes. */
  readonly began: number | undefined
}

/**
 * The commands of this process that run at this moment. They belong to the process, not to an
 * engine: whoever leaves it has to end them all.
 */
const running = new Set<RunningCommand>()

/** Keeps a command in mind until the returned function is called. */
export function keepRunning(command: RunningCommand): () => void {
  running.add(command)
  return () => running.delete(command)
}

/**
 * Ends every command that runs, with all its processes, at once and without asking them: SIGKILL.
 * For a process that is about to leave, where nothing asynchronous happens any more. Throws nothing.
 *
 * @returns how many commands there were
 * @example
 * process.once('exit', () => killRunningCommands())
 */
export function killRunningCommands(): number {
  const commands = [...running]
  for (const { group } of commands) signalGroup(group, 'SIGKILL')
  for (const { mark, began } of commands) killMarked(mark, began)
  running.clear()
  return commands.length
}

/** True where the group still had a process. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

/** The child of a process that has one, where the system shows it (Linux does). */
export function onlyChildOf(id: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${id}/task/${id}/children`, 'latin1').trim()
    return /^\d+$/u.test(children) ? Number(children) : undefined
  } catch {
    return undefined
  }
}

/** Whether a process still does something; a dead one that nobody has collected does not. */
export function isAlive(id: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    return !/^[ZX]/u.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/**
 * When a process began, in the ticks that the system counts since it started; undefined where it
 * does not show (Linux does).
 */
export function startOf(id: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // The second field is the program's name, which may hold blanks and brackets.
    const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 20)[19])
    return Number.isFinite(start) ? start : undefined
  } catch {
    return undefined
  }
}

/** Rounds of looking for processes that others started while they were being ended. */
const rounds = 3
/** Processes that are looked at in one round. */
const mostProcesses = 8192

/**
 * Ends what left its group (`setsid`, daemons) by the mark that its environment carries, where the
 * system shows environments (Linux). A process that emptied its environment is not found.
 *
 * @param began when the command began: the environments of older processes are not read
 * @returns how many were ended
 */
export function killMarked(mark: string, began?: number): number {
  if (process.platform !== 'linux') return 0
  let ended = 0
  for (let round = 0; round < rounds; round += 1) {
    const found = marked(`${childMarker}=${mark}`, began ?? 0)
    for (const id of found) if (killOne(id)) ended += 1
    if (found.length === 0) break
  }
  return ended
}

function marked(entry: string, began: number): readonly number[] {
  let names: readonly string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return []
  }
  const ids = names.filter((name) => /^\d+$/u.test(name)).map(Number)
  return ids
    .slice(-mostProcesses)
    .filter((id) => id !== process.pid && (startOf(id) ?? began) >= began)
    .filter((id) => environmentOf(id).includes(`\0${entry}\0`))
}

/** As the process got it, one entry after the other; empty where it may not be seen. */
function environmentOf(id: number): string {
  try {
    return `\0${readFileSync(`/proc/${id}/environ`, 'latin1')}`
  } catch {
    return ''
  }
}

function killOne(id: number): boolean {
  try {
    process.kill(id, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
