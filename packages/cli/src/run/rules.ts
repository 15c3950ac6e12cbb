import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Places, underLock, writeAtomically } from '@skillet/core'

/**
 * The exact rules that a person made with *always*: kept in the state folder, by the real path of
 * the folder they hold in, never in the project.
 */
export interface RuleMemory {
  readonly file: string
  /** Rules as written, such as `bash(git status)`. A broken file holds none, and says so. */
  read(root: string): { readonly rules: readonly string[]; readonly fault?: string }
  /** @throws Error where the state folder cannot be written. */
  add(root: string, rule: string): Promise<void>
}

export function openRuleMemory(places: Pick<Places, 'state'>): RuleMemory {
  const file = join(places.state, 'rules.json')
  return {
    file,
    read(root) {
      try {
        return { rules: readFolders(file).get(root) ?? [] }
      } catch (error) {
        return { rules: [], fault: error instanceof Error ? error.message : String(error) }
      }
    },
    add: (root, rule) =>
      underLock(file, () => {
        const folders = readFolders(file)
        const rules = folders.get(root) ?? []
        if (rules.includes(rule)) return
        folders.set(root, [...rules, rule])
        const contents = { version: 1, folders: Object.fromEntries(folders) }
        writeAtomically(file, `${JSON.stringify(contents, undefined, 2)}\n`, 0o600)
      }),
  }
}

function readFolders(file: string): Map<string, readonly string[]> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  const value: unknown = JSON.parse(text)
  const folders = isRecord(value) ? value['folders'] : undefined
  if (!isRecord(folders)) throw new TypeError('it holds no folders')
  return new Map(
    Object.entries(folders).map(([root, rules]) => {
      if (!isTexts(rules)) throw new TypeError(`the rules of ${root} are no list of texts`)
      return [root, rules]
    }),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
