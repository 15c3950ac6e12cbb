import { lstatSync } from 'node:fs'
import type { Settings } from '../../settings/index.ts'
import { digestSettings, noSettings } from './project.ts'
import type { TrustRecord, TrustStore } from './store.ts'

/** Whose settings a person is about to make. */
export interface OwnSettingsOptions {
  /** Real path of the repository or working folder: `trustRoot({ repository, cwd })`. */
  readonly root: string
  readonly store: TrustStore
  readonly settings: Settings
}

/** States that are kept, so that going between branches does not ask each time. */
const statesKept = 20

/**
 * Runs a change that makes a project's settings where there are none, and lets exactly what it made
 * count: all of it is the person's own, so there is nothing to be asked about. No skill is trusted
 * by it, and settings that were there before are not either: there, only the change is made.
 *
 * @param options the repository, the person's answers, and where the settings are
 * @param write makes the change
 * @returns what `write` gave
 * @throws what `write` throws, and Error where the state folder cannot be written.
 * @example
 * await trustOwnSettings({ root, store, settings }, () =>
 *   setEnabled({ settings, level: 'project', target: { kind: 'glob', pattern: 'pdf-*' }, enabled: false, home }),
 * )
 */
export async function trustOwnSettings<T>(
  { root, store, settings }: OwnSettingsOptions,
  write: () => T | Promise<T>,
): Promise<T> {
  const wasThere = isThere(settings.projectFile)
  const result = await write()
  const made = digestSettings(settings)
  if (wasThere || made.kind === 'unknown' || made.digest === noSettings) return result
  await store.update(root, (record) => withSettings(record ?? nobodyAsked, made.digest))
  return result
}

/** A repository of which nothing is agreed to: each of its skills waits as before. */
const nobodyAsked: TrustRecord = { answer: 'until-changed', settings: [], skills: new Map() }

function withSettings(record: TrustRecord, digest: string): TrustRecord {
  const known = record.settings.filter((one) => one !== digest)
  return { ...record, settings: [digest, ...known].slice(0, statesKept) }
}

/** A link counts, whatever it leads to, and so does what nobody may look at. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
