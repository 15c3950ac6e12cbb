import type { Diagnostic } from '../diagnostic.ts'
import type { Settings } from '../settings/index.ts'
import { activateSkill } from './activate-skill.ts'
import { keep } from './cache/index.ts'
import { explain } from './explain/index.ts'
import { type Loaded, loadLibrary } from './load.ts'
import { lookUp } from './look-up.ts'
import type { LibraryOptions, SkillLibrary, Snapshot } from './types.ts'
import {
  interestsOf,
  nodeWatchSystem,
  rootsOf,
  type WatchedLibrary,
  Watching,
  type WatchSystem,
} from './watch/index.ts'

/**
 * Finds, reads and settles every skill, once. Never throws for what a person can fix: each file
 * that looked like a skill is an entry with its state, reason and remedy. What the functions in its
 * options throw comes back to the caller.
 *
 * @param options where to look, whom to trust, and the settings that apply
 * @returns the library with its first snapshot
 * @example
 * const library = await openLibrary({
 *   cwd,
 *   home,
 *   trust: readTrust(places),
 *   settings: () => readSettings({ cwd, places }),
 * })
 * for (const { name, state, reason } of library.snapshot.entries) console.log(name, state, reason)
 */
export function openLibrary(options: LibraryOptions): Promise<SkillLibrary> {
  return openLibraryOn(nodeWatchSystem, options)
}

/** The same with a system of one's own for events and time. */
export async function openLibraryOn(
  system: WatchSystem,
  options: LibraryOptions,
): Promise<SkillLibrary> {
  let loaded = await loadLibrary(options, settingsOf(options), undefined, Date.now())
  keepLater(options, loaded)
  let running: Promise<Snapshot> | undefined
  let waiting: Promise<Snapshot> | undefined
  const watched: WatchedLibrary = {
    reload: () => reload().catch((error: unknown) => watching.report(error)),
    interests: () => interestsOf(loaded, options),
    roots: () => rootsOf(loaded),
  }
  const watching: Watching = new Watching(watched, system, options.watching)

  async function reloadOnce(): Promise<Snapshot> {
    const before = loaded
    try {
      const settings = lastGood(settingsOf(options), loaded.settings)
      loaded = await loadLibrary(options, settings, loaded, Date.now())
    } catch (error) {
      if (!isSystemError(error)) throw error
      loaded = withFailure(loaded, options.cwd, error)
    }
    if (loaded.memory.found !== before.memory.found) watching.stir()
    if (loaded.snapshot !== before.snapshot) watching.handOver(loaded.snapshot)
    return loaded.snapshot
  }

  /**
   * One at a time. Calls that come while one runs may have come after it read the file they are
   * about, so they share one more, which starts when it is done.
   */
  function reload(): Promise<Snapshot> {
    if (waiting !== undefined) return waiting
    if (running === undefined) return start()
    const next = (): Promise<Snapshot> => {
      waiting = undefined
      return start()
    }
    // Whoever asked for the one that runs is told how it failed; the next is another one.
    waiting = running.then(next, next)
    return waiting
  }

  function start(): Promise<Snapshot> {
    running = reloadOnce().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    get snapshot() {
      return loaded.snapshot
    },
    find: (name) => lookUp(loaded.snapshot, name),
    reload,
    watch: (listener) => watching.add(listener),
    activate: (name, how) => activateSkill(loaded, options, name, how),
    explain: (query) => explain(query, loaded, options),
  }
}

/** Once whoever opened the library has gone on. Nothing to do where all of it was recalled. */
function keepLater({ cache }: LibraryOptions, { memory }: Loaded): void {
  const { found, contents, isRecalled } = memory
  if (cache !== undefined && !isRecalled) setImmediate(() => keep(cache, found, contents))
}

function settingsOf({ settings }: LibraryOptions): Settings | undefined {
  return typeof settings === 'function' ? settings() : settings
}

/** A settings file that is broken while it is being edited must not turn on what it had turned off. */
function lastGood(now: Settings | undefined, before: Settings | undefined): Settings | undefined {
  if (now === undefined || before === undefined) return now
  const isBroken = (file: string): boolean =>
    now.diagnostics.some((one) => one.severity === 'error' && one.file === file)
  return {
    ...now,
    ...(isBroken(now.userFile) ? { user: before.user } : {}),
    ...(isBroken(now.projectFile) ? { project: before.project } : {}),
  }
}

/** The machine's faults. All others are the caller's or Skillet's own, and nothing to be kept quiet. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

/** Keeps the last good snapshot's contents and says so, once. */
function withFailure(loaded: Loaded, cwd: string, { message: reason }: Error): Loaded {
  const { snapshot, failure: before } = loaded
  const message = `The skills could not be read again (${reason}); what was read before still counts.`
  if (before?.message === message) return loaded
  const failure: Diagnostic = Object.freeze({
    code: 'walk/unreadable',
    severity: 'error',
    message,
    file: cwd,
    hint: 'Reload once the cause is gone.',
  })
  const kept = snapshot.diagnostics.filter((one) => one !== before)
  return {
    ...loaded,
    failure,
    snapshot: Object.freeze({
      ...snapshot,
      diagnostics: Object.freeze([...kept, failure]),
      version: snapshot.version + 1,
    }),
  }
}
