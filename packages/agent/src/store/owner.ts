import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import process from 'node:process'
import type { TurnOwner } from './types.ts'

/** Whether a process runs still. `unknown`: it is another host's, or the system does not tell. */
export type OwnerState = 'alive' | 'gone' | 'unknown'

/**
 * Who this process is, for the turns that it runs. Throws nothing.
 *
 * @returns the same for as long as the process lives
 * @example
 * console.log(currentOwner().pid)
 */
export function currentOwner(): TurnOwner {
  return { host: hostOf(), pid: process.pid, started: startOf(process.pid) ?? '' }
}

/**
 * Asks the system about a process that said who it is. Throws nothing.
 *
 * @param owner as `currentOwner` gave it, there and then
 * @returns whether that very process runs still, not one that got its number later
 * @example
 * console.log(stateOfOwner(currentOwner())) // 'alive'
 */
export function stateOfOwner({ host, pid, started }: TurnOwner): OwnerState {
  if (host !== hostOf()) return 'unknown'
  const present = startOf(pid)
  if (present === undefined) return 'gone'
  // Numbers of processes come again; without a start there is nothing to tell two apart by.
  if (present === '' || started === '') return 'unknown'
  return present === started ? 'alive' : 'gone'
}

/**
 * Process numbers mean something within one host, and on Linux within one container: its name alone
 * would make every container that shares a state folder the same host.
 */
function hostOf(): string {
  return [hostname(), ...attempt(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

/** When a process started, in words of the system; `""` where it does not say, undefined: none runs. */
function startOf(pid: number): string | undefined {
  const [boot] = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  if (boot === undefined) return isThere(pid) ? startByPs(pid) : undefined
  const [stat] = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The command's name stands in brackets and may hold anything, brackets too (proc(5)).
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  // A process that ended and whose parent has not asked yet does no work any more.
  if (state === undefined || state === 'Z' || state === 'X') return undefined
  return `${boot} ${fields[18] ?? ''}`
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // `EPERM`: it is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function startByPs(pid: number): string {
  if (process.platform === 'win32') return ''
  // Local time: it would differ between two processes, and over a change of summer time.
  const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' }
  return attempt(() =>
    execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      env,
    }),
  )
    .join('')
    .trim()
}

/** What the system gives, or nothing where it has no such thing. */
function attempt<T>(read: () => T): readonly T[] {
  try {
    return [read()]
  } catch {
    return []
  }
}
