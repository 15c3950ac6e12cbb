import type { Diagnostic } from '../diagnostic.ts'
import { removeMember, setMember } from './edit.ts'
import { parseSettings, readText, tooLarge } from './read.ts'
import { underLock, writeAtomically } from './safe-write.ts'
import type { Settings } from './types.ts'

/** What a settings file may hold under one key: text, a number, yes or no, or a list of texts. */
export type SettingValue = string | number | boolean | readonly string[]

/** Whether a setting was written. */
export type ChangeSettingResult =
  | { readonly kind: 'written' | 'unchanged'; readonly file: string }
  /** The file is broken, or would be: nothing was written. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }

/**
 * Writes one value into the person's own settings, and leaves every other letter of the file as it
 * stands. A file that holds a key afterwards is for its owner alone (mode 0600).
 *
 * @param settings which file, as `readSettings` found it
 * @param path keys, from the outside in
 * @param value undefined: the setting is taken away
 * @returns whether it was written; `refused` with what is wrong with the file or the value
 * @throws Error where the folder cannot be written.
 * @example
 * await changeSetting(settings, ['model'], 'anthropic/claude-sonnet-4-6')
 * await changeSetting(settings, ['providers', 'openai', 'apiKey'], undefined)
 */
export async function changeSetting(
  { userFile: file }: Pick<Settings, 'userFile'>,
  path: readonly string[],
  value: SettingValue | undefined,
): Promise<ChangeSettingResult> {
  return underLock(file, (): ChangeSettingResult => {
    const read = readText(file)
    if (read.kind === 'unreadable') return { kind: 'refused', diagnostics: [read.diagnostic] }
    const before = read.kind === 'absent' ? '{}\n' : read.text
    const known = parseSettings(before, file, 'user').diagnostics
    const broken = known.filter(isError)
    if (broken.length > 0) return { kind: 'refused', diagnostics: broken }
    const after = value === undefined ? removeMember(before, path) : setMember(before, path, value)
    const { settings, diagnostics } = parseSettings(after, file, 'user')
    if (diagnostics.some(isError) || !isSame(valueAt(settings, path), value)) {
      return { kind: 'refused', diagnostics: newOnes(diagnostics, known) }
    }
    const refusal = tooLarge(file, after)
    if (refusal !== undefined && after !== before) {
      return { kind: 'refused', diagnostics: [refusal] }
    }
    const holdsKey = Object.values(settings.providers ?? {}).some(({ apiKey }) => apiKey)
    if (after === before) return { kind: 'unchanged', file }
    writeAtomically(file, after, holdsKey ? 0o600 : undefined)
    return { kind: 'written', file }
  })
}

function valueAt(settings: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value: unknown, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    settings,
  )
}

/** What the change brings about comes first; what was wrong before says nothing of it. */
function newOnes(now: readonly Diagnostic[], before: readonly Diagnostic[]): readonly Diagnostic[] {
  const said = new Set(before.map(({ message }) => message))
  const fresh = now.filter(({ message }) => !said.has(message))
  return fresh.length > 0 ? fresh : now
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}
