import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type Places, underLock, writeAtomically } from '@skillet/core'

/**
 * The exact rules that a person made with *always*: kept in the state folder, by the real path of
 * the folder they hold in, never in the project.
 */
export interface RuleMemory {
  readonly file: string
  /** Rules as written, such as `bash(git status)`. A file that cannot be believed holds none, and says so. */
  read(folder: string): { readonly rules: readonly string[]; readonly fault?: string }
  /** @throws Error where the state folder cannot be written, or holds a file that cannot be believed. */
  add(folder: string, rule: string): Promise<void>
  /**
   * False where the folder has no such rule.
   * @throws Error where the state folder cannot be written, or holds a file that cannot be believed.
   */
  remove(folder: string, rule: string): Promise<boolean>
}

export function openRuleMemory(places: Pick<Places, 'state'>): RuleMemory {
  const file = join(places.state, 'rules.json')
  return {
    file,
    read(folder) {
      try {
        return { rules: readFolders(file).get(folder) ?? [] }
      } catch (error) {
        return { rules: [], fault: error instanceof Error ? error.message : String(error) }
      }
    },
    add: (folder, rule) =>
      underLock(file, () => {
        const folders = readFolders(file)
        const rules = folders.get(folder) ?? []
        if (rules.includes(rule)) return
        writeFolders(file, folders.set(folder, [...rules, rule]))
      }),
    remove: (folder, rule) =>
      underLock(file, () => {
        const folders = readFolders(file)
        const rules = folders.get(folder) ?? []
        if (!rules.includes(rule)) return false
        const others = rules.filter((one) => one !== rule)
        writeFolders(file, folders.set(folder, others))
        return true
      }),
  }
}

function writeFolders(file: string, folders: ReadonlyMap<string, readonly string[]>): void {
  const contents = { version, folders: Object.fromEntries(folders) }
  const text = `${JSON.stringify(contents, undefined, 2)}\n`
  if (Buffer.byteLength(text) > longestFile) throw new Error(`${file} is full`)
  writeAtomically(file, text, 0o600)
}

const version = 1
/** Some 10,000 rules; nobody says *always* that often. */
const longestFile = 1024 * 1024
// A pipe that nobody writes to would block an ordinary open for ever. Windows has no such flag.
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

function readFolders(file: string): Map<string, readonly string[]> {
  const text = textOf(file)
  if (text === undefined) return new Map()
  const value: unknown = JSON.parse(text)
  if (isRecord(value) && value['version'] !== version) {
    throw new TypeError(`it is of version ${JSON.stringify(value['version'])}`)
  }
  const folders = isRecord(value) ? value['folders'] : undefined
  if (!isRecord(folders)) throw new TypeError('it holds no folders')
  return new Map(
    Object.entries(folders).map(([folder, rules]) => {
      if (!isTexts(rules)) throw new TypeError(`the rules of ${folder} are no list of texts`)
      return [folder, rules]
    }),
  )
}

/** What counts is the open file, not what its path led to a moment ago. Undefined where there is none. */
function textOf(file: string): string | undefined {
  let handle: number
  try {
    handle = openSync(file, readOnly)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const stats = fstatSync(handle)
    const doubt = doubtAbout(stats)
    if (doubt !== undefined) throw new Error(`${file} ${doubt}`)
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}

/** Who may write the file could say yes in the person's name. Windows has no owners of this kind. */
function doubtAbout(stats: Stats): string | undefined {
  if (!stats.isFile()) return 'is not an ordinary file'
  if (stats.size > longestFile) return `has more than ${longestFile} bytes`
  const self = process.getuid?.()
  if (self === undefined) return undefined
  if (stats.uid !== self && stats.uid !== 0) return `belongs to another user (${stats.uid})`
  return (stats.mode & 0o022) === 0 ? undefined : 'can be written by other users'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
