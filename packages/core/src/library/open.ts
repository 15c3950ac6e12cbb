import type { Diagnostic } from '../diagnostic.ts'
import type { Settings } from '../settings/index.ts'
import { activateSkill } from './activate-skill.ts'
import { explain } from './explain/index.ts'
import { type Loaded, loadLibrary } from './load.ts'
import { lookUp } from './look-up.ts'
import type { LibraryOptions, SkillLibrary, Snapshot } from './types.ts'
import { interestsOf, nodeWatchSystem, rootsOf, Watching, type WatchSystem } from './watch/index.ts'

/**
 * Finds, reads and settles every skill, once. Never throws for what a person can fix: each file
 * that looked like a skill is an entry with its state, reason and remedy.
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
  let running: Promise<Snapshot> | undefined
  let waiting: Promise<Snapshot> | undefined
  const watched = {
    reload,
    interests: () => interestsOf(loaded, options),
    roots: () => rootsOf(loaded),
  }
  const watching = new Watching(watched, system, options.watching)

  async function reloadOnce(): Promise<Snapshot> {
    const before = loaded
    try {
      const settings = lastGood(settingsOf(options), loaded.settings)
      loaded = await loadLibrary(options, settings, loaded, Date.now())
    } catch (error) {
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
    waiting = running.then(() => {
      waiting = undefined
      return start()
    })
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

const failed = 'The skills could not be read again'

/** Keeps the last good snapshot's contents and says so, once. */
function withFailure(loaded: Loaded, cwd: string, error: unknown): Loaded {
  const reason = error instanceof Error ? error.message : String(error)
  const diagnostic: Diagnostic = Object.freeze({
    code: 'walk/unreadable',
    severity: 'error',
    message: `${failed} (${reason}); what was read before still counts.`,
    file: cwd,
    hint: 'Reload once the cause is gone.',
  })
  const { snapshot } = loaded
  const { diagnostics } = snapshot
  if (diagnostics.some(({ message }) => message === diagnostic.message)) return loaded
  const kept = diagnostics.filter(({ message }) => !message.startsWith(failed))
  return {
    ...loaded,
    failure: diagnostic,
    snapshot: Object.freeze({
      ...snapshot,
      diagnostics: Object.freeze([...kept, diagnostic]),
      version: snapshot.version + 1,
    }),
  }
}
