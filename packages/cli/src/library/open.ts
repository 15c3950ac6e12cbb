import { join, resolve } from 'node:path'
import {
  type Diagnostic,
  findProject,
  type Language,
  openLibrary,
  type Places,
  placesFor,
  readSettings,
  readTrust,
  type Settings,
  type SkillLibrary,
  settingsVerdict,
  type TrustStore,
  trustRoot,
} from '@skillet/core'
import type { Context } from '../context.ts'
import { type DiagnosticView, renderDiagnostics } from '../screen/diagnostics.ts'
import type { Standpoint } from '../screen/paths.ts'
import type { LibraryFlags } from './flags.ts'
import { sayLeftOut, sortDiagnostics } from './left-out.ts'
import { readSource } from './source.ts'

/** The skills of one folder, and everything that decided about them. */
export interface Workspace {
  readonly cwd: string
  readonly places: Places
  readonly settings: Settings
  readonly trustStore: TrustStore
  readonly library: SkillLibrary
  /** Real path of the folder that trust is about. */
  readonly root: string
  /** Whether the project's settings count here. */
  projectTrusted(): boolean
  /** Of the frame around instructions: that of the settings, else of the environment. */
  readonly language: Language | undefined
  readonly standpoint: Standpoint
  readonly view: DiagnosticView
  /** Prints diagnostics to `stderr`. */
  readonly report: (diagnostics: readonly Diagnostic[]) => Promise<void>
  /**
   * Prints the warnings and errors that concern no single skill: a `--skill` that is not there,
   * settings, trust. What the search passed by is counted in one line.
   */
  readonly reportFindings: () => Promise<void>
  /** What makes the person's own settings unreadable, so that nothing in them counts. */
  readonly settingsErrors: readonly Diagnostic[]
}

/**
 * Opens the skills that a command asks for: the folder, its settings, what is trusted.
 *
 * @param reading `live`: the settings are read again whenever they are asked for. Default `once`
 */
export async function openWorkspace(
  context: Context,
  flags: LibraryFlags,
  reading: 'once' | 'live' = 'once',
): Promise<Workspace> {
  const { home, environment, platform, terminal } = context
  const cwd = resolve(context.cwd, flags.cwd ?? '.')
  const places = placesFor({ platform, environment, home })
  const { repository } = findProject(cwd, home)
  const settingsOf = readingSettings(reading, () =>
    readSettings({ cwd, places, ...(repository === undefined ? {} : { repository }) }),
  )
  const settings = settingsOf()
  const trustStore = readTrust(places)
  const trust = flags.trust ? 'all' : trustStore
  const root = trustRoot({ cwd, ...(repository === undefined ? {} : { repository }) })
  const library = await openLibrary({
    cwd,
    home,
    builtin: context.builtin,
    settings: reading === 'live' ? settingsOf : settings,
    trust,
    cache: join(places.state, 'cache'),
    paths: (flags.skill ?? []).map((path) => ({ path, base: context.cwd })),
  })
  const report = async (diagnostics: readonly Diagnostic[]) => {
    if (diagnostics.length > 0) stderr.write(`${await renderDiagnostics(diagnostics, view)}\n`)
  }
  const standpoint = { cwd: context.cwd, home }
  const { stderr } = terminal
  const view = { style: stderr.style, standpoint, columns: stderr.columns, readSource }
  return {
    cwd,
    places,
    get settings() {
      return settingsOf()
    },
    trustStore,
    library,
    root,
    projectTrusted: () => settingsVerdict(trust, { root, settings: settingsOf() }) === true,
    get language() {
      return settingsOf().user.language ?? context.language
    },
    standpoint,
    view,
    settingsErrors: errorsOfUser(settings),
    report,
    async reportFindings() {
      const grave = library.snapshot.diagnostics.filter(({ severity }) => severity !== 'info')
      const { leftOut, others } = sortDiagnostics(grave)
      await report(others)
      sayLeftOut(leftOut, stderr)
    },
  }
}

/**
 * A person's own settings that break while they are read live stay as they were before: empty ones
 * would allow what they forbid.
 */
function readingSettings(reading: 'once' | 'live', read: () => Settings): () => Settings {
  let last = read()
  if (reading === 'once') return () => last
  return () => {
    const now = read()
    last = errorsOfUser(now).length === 0 ? now : { ...now, user: last.user }
    return last
  }
}

function errorsOfUser({ diagnostics, userFile }: Settings): readonly Diagnostic[] {
  return diagnostics.filter(({ severity, file }) => severity === 'error' && file === userFile)
}
