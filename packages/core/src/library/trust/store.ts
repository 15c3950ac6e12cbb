import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../../diagnostic.ts'
import { type Places, underLock, writeAtomically } from '../../settings/index.ts'

/**
 * `until-changed`: trust these skills until they change. `mine`: this folder is mine, changes
 * included. `distrust`: the person was asked and said no.
 */
export type TrustAnswer = 'until-changed' | 'mine' | 'distrust'

/** The states of one skill that were trusted, newest first, so that switching branches back does not ask again. */
export interface TrustedSkill {
  readonly digests: readonly string[]
  /** Hash of each file in the newest one, to tell later what changed. Absent in large skills. */
  readonly files?: Readonly<Record<string, string>>
}

/** What was decided about one repository. */
export interface TrustRecord {
  readonly answer: TrustAnswer
  /** Trusted states of the project's settings, newest first. */
  readonly settings: readonly string[]
  /** By path relative to the repository, `/` between parts. */
  readonly skills: ReadonlyMap<string, TrustedSkill>
}

/** By real path of the repository. */
export type TrustRecords = ReadonlyMap<string, TrustRecord>

/** The person's answers, kept in `trust.json` in the state folder (0600). */
export interface TrustStore {
  readonly file: string
  /** Reads the file anew. A broken one holds nothing, and says so. */
  read(): { readonly records: TrustRecords; readonly diagnostics: readonly Diagnostic[] }
  /**
   * Changes one record under the file's lock; `undefined` removes it. A broken file is kept as
   * `trust.json.broken`.
   * @throws Error where the state folder cannot be written.
   */
  update(
    root: string,
    change: (record: TrustRecord | undefined) => TrustRecord | undefined,
  ): Promise<void>
}

/**
 * The person's answers about repositories, for `openLibrary({ trust: readTrust(places) })`.
 * Reads nothing until the library asks, and throws nothing then: a broken file holds no answer.
 *
 * @param places where state is kept, as `placesFor` gives it
 * @returns the store, which is also what `trustProject` writes to
 * @example
 * const library = await openLibrary({ cwd, home, trust: readTrust(places) })
 */
export function readTrust(places: Pick<Places, 'state'>): TrustStore {
  const file = join(places.state, 'trust.json')
  return {
    file,
    read: () => readRecords(file),
    update: (root, change) => underLock(file, () => updateRecord(file, root, change)),
  }
}

function updateRecord(
  file: string,
  root: string,
  change: (record: TrustRecord | undefined) => TrustRecord | undefined,
): void {
  const { records, diagnostics } = readRecords(file)
  if (diagnostics.length > 0) copyFileSync(file, `${file}.broken`)
  const changed = new Map(records)
  const record = change(records.get(root))
  if (record === undefined) changed.delete(root)
  else changed.set(root, record)
  writeAtomically(file, printRecords(changed), 0o600)
}

function readRecords(file: string): ReturnType<TrustStore['read']> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return { records: new Map(), diagnostics: [] }
    return unreadable(file, error instanceof Error ? error.message : String(error))
  }
  try {
    return { records: parseRecords(JSON.parse(text)), diagnostics: [] }
  } catch (error) {
    return unreadable(file, error instanceof Error ? error.message : String(error))
  }
}

function unreadable(file: string, why: string): ReturnType<TrustStore['read']> {
  const diagnostic: Diagnostic = {
    code: 'settings/invalid',
    severity: 'error',
    message: `The answers about trust cannot be read (${why}), so no repository is trusted.`,
    file,
    hint: 'Run `skillet trust` in the repository; the old file is kept as trust.json.broken.',
  }
  return { records: new Map(), diagnostics: [diagnostic] }
}

const answers: readonly TrustAnswer[] = ['until-changed', 'mine', 'distrust']

function parseRecords(value: unknown): TrustRecords {
  const repositories = entriesOf(fieldOf(value, 'repositories'))
  return new Map(repositories.map(([root, record]) => [root, parseRecord(record)]))
}

function parseRecord(value: unknown): TrustRecord {
  const answer = answers.find((one) => one === fieldOf(value, 'answer'))
  if (answer === undefined) throw new TypeError('an answer is unknown')
  const skills = entriesOf(fieldOf(value, 'skills')).map(
    ([key, skill]) => [key, parseSkillRecord(skill)] as const,
  )
  return { answer, settings: textsOf(fieldOf(value, 'settings')), skills: new Map(skills) }
}

function parseSkillRecord(value: unknown): TrustedSkill {
  const digests = textsOf(fieldOf(value, 'digests'))
  const files = fieldOf(value, 'files')
  if (files === undefined) return { digests }
  const hashes = entriesOf(files).map(([path, hash]) => [path, textOf(hash)] as const)
  return { digests, files: Object.fromEntries(hashes) }
}

function printRecords(records: TrustRecords): string {
  const repositories = [...records].map(([root, { answer, settings, skills }]) => [
    root,
    { answer, settings, skills: Object.fromEntries(skills) },
  ])
  const contents = { version: 1, repositories: Object.fromEntries(repositories) }
  return `${JSON.stringify(contents, null, 2)}\n`
}

function fieldOf(value: unknown, key: string): unknown {
  return entriesOf(value).find(([name]) => name === key)?.[1]
}

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) throw new TypeError('an object is missing')
  return Object.entries(value)
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) throw new TypeError('a list is missing')
  return value.map(textOf)
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a text is missing')
  return value
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
