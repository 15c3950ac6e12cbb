import { chmodSync, lstatSync, renameSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../../diagnostic.ts'
import {
  type Places,
  readOrdinaryFile,
  underLock,
  utf8TextOf,
  writeAtomically,
} from '../../settings/index.ts'
import { shellWord } from '../../shell-word.ts'
import { mostRecords, parseRecords, printRecords, UnknownVersion } from './records.ts'

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
   * @throws Error where the state folder cannot be written, where another version of Skillet wrote
   * the file, which is then left alone, or where the file would become larger than 8 MiB.
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
    read: () => {
      const { records, diagnostics } = readRecords(file)
      return { records, diagnostics }
    },
    update: (root, change) => underLock(file, () => updateRecord(file, root, change)),
  }
}

/** Some 2,000 skills with the hashes of their files; far more than a person agrees to. */
const maximumSize = 8 * 1024 * 1024

/** The code tells a surface that the sentence is for the person, who can mend it. */
function refusal(path: string, sentence: string): Error {
  return Object.assign(new Error(sentence), { code: 'EREFUSED', path })
}

interface Read {
  readonly records: TrustRecords
  readonly diagnostics: readonly Diagnostic[]
  /** What an answer does to the file as it is. */
  readonly onUpdate: 'replace' | 'keep beside' | 'refuse'
}

function updateRecord(
  file: string,
  root: string,
  change: (record: TrustRecord | undefined) => TrustRecord | undefined,
): void {
  const { records, diagnostics, onUpdate } = readRecords(file)
  if (onUpdate === 'refuse') throw refusal(file, sentencesOf(diagnostics))
  const changed = new Map(records)
  const record = change(records.get(root))
  if (record === undefined) changed.delete(root)
  else changed.set(root, record)
  const text = textWithin(maximumSize, changed, root)
  if (text === undefined) throw refusal(file, `${file} is full. ${howToEmpty}`)
  if (onUpdate === 'keep beside') keepBeside(file)
  writeAtomically(file, text, 0o600)
}

/**
 * The hashes of single files only say later which of them changed, so those of other repositories
 * go first where room is short.
 */
function textWithin(most: number, records: TrustRecords, root: string): string | undefined {
  if (records.size > mostRecords) return undefined
  const whole = printRecords(records)
  if (Buffer.byteLength(whole) <= most) return whole
  const short = printRecords(records, (key) => key === root)
  return Buffer.byteLength(short) <= most ? short : undefined
}

/** Moved, not copied: it may be a pipe or a device, or far too large. */
function keepBeside(file: string): void {
  const kept = `${file}.broken`
  renameSync(file, kept)
  try {
    if (lstatSync(kept).isFile()) chmodSync(kept, 0o600)
  } catch {
    // Somebody else's file: it is out of the way, and that is all that can be done.
  }
}

function readRecords(file: string): Read {
  const read = readOrdinaryFile(file, maximumSize)
  if (read.kind === 'absent') return { records: new Map(), diagnostics: [], onUpdate: 'replace' }
  if (read.kind === 'refused') return unusable(file, `cannot be read (${read.reason})`, answerAnew)
  const doubt = doubtAbout(read.stats, file)
  if (doubt !== undefined) return unusable(file, doubt.what, doubt.hint)
  const text = utf8TextOf(read.bytes)
  if (text === undefined) return unusable(file, 'are not UTF-8 text', answerAnew)
  try {
    const records = parseRecords(JSON.parse(text.replace(/^\ufeff/, () => '')))
    return { records, diagnostics: [], onUpdate: 'replace' }
  } catch (error) {
    if (error instanceof UnknownVersion) return ofAnotherVersion(file, error.message)
    const why = error instanceof Error ? error.message : String(error)
    return unusable(file, `cannot be read (${why})`, answerAnew)
  }
}

const answerAnew =
  'Run `skillet trust` in the repository; the old file is kept as trust.json.broken.'
const howToEmpty = 'Move it away, then run `skillet trust` in the repositories that you use.'

/**
 * Who may write the file could trust a repository in the person's name. Windows has neither owners
 * nor permissions of this kind.
 */
function doubtAbout(
  { uid, mode }: Stats,
  file: string,
): { readonly what: string; readonly hint: string } | undefined {
  const self = process.getuid?.()
  if (self === undefined) return undefined
  if (uid !== self && uid !== 0) {
    const what = `belong to another user (${uid})`
    return {
      what,
      hint: `If they are yours, run \`chown ${self} ${shellWord(file)}\`. ${answerAnew}`,
    }
  }
  if ((mode & 0o022) === 0) return undefined
  const hint = `If nobody has changed them, run \`chmod 600 ${shellWord(file)}\`. ${answerAnew}`
  return { what: 'can be written by other users', hint }
}

function unusable(file: string, what: string, hint: string): Read {
  const message = `The answers about trust ${what}, so no repository is trusted.`
  return {
    records: new Map(),
    diagnostics: [problem(file, message, hint)],
    onUpdate: 'keep beside',
  }
}

function ofAnotherVersion(file: string, why: string): Read {
  const message = `The answers about trust cannot be read (${why}), so no repository is trusted.`
  const hint = `Use the newer Skillet that wrote them, or move ${file} away and answer anew.`
  return { records: new Map(), diagnostics: [problem(file, message, hint)], onUpdate: 'refuse' }
}

function problem(file: string, message: string, hint: string): Diagnostic {
  return { code: 'settings/invalid', severity: 'error', message, file, hint }
}

function sentencesOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ message, hint = '' }) => `${message} ${hint}`.trim()).join(' ')
}
