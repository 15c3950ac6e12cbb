import { isAbsolute, posix, resolve } from 'node:path'
import { realPathOf, statsOf } from '../tools/index.ts'

/** Files in which nothing stands that could be run. */
const emptyDevices = /^\/dev\/(?:null|zero|full|u?random)$/u
const kernelFiles = /^\/(?:dev|proc)(?:\/|$)/u

/**
 * Whether a word names what is no ordinary file: standard input, a pipe or a device, by any spelling
 * and through links. Somewhere below a `..` whose start is not known counts by its last parts.
 *
 * @param folders absolute folders that the command may run in
 */
export function isStream(word: string, folders: readonly string[]): boolean {
  if (word === '' || word.includes('\0')) return false
  const plain = posix.normalize(word)
  if (emptyDevices.test(plain)) return false
  if (kernelFiles.test(plain) || /^(?:\.\.\/)+(?:dev|proc)\//u.test(plain)) return true
  if (!word.includes('/') && folders.length === 0) return false
  return folders.some((folder) => {
    const path = isAbsolute(plain) ? resolve(plain) : resolve(folder, plain)
    const real = realPathOf(path)
    if (emptyDevices.test(real)) return false
    if ([path, real].some((at) => kernelFiles.test(at))) return true
    const stats = statsOf(real)
    return stats !== undefined && !stats.isFile() && !stats.isDirectory()
  })
}

/** Options of shells that say nothing about what is run. */
const quietShellOptions =
  /^(?:[-+][abefhkmnptuvxBCEHPT]+|--(?:posix|norc|noprofile|verbose|restricted|login|noediting))$/u

/**
 * Where the script of a shell stands in the words after its name; undefined where something else is
 * run, or may be.
 */
export function shellScriptAt(words: readonly string[]): number | undefined {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (quietShellOptions.test(word)) continue
    if (/^[-+][oO]$/u.test(word)) at += 1
    else if (word === '--') return at + 1 < words.length ? at + 1 : undefined
    else return word === '' || /^[-+]/u.test(word) ? undefined : at
  }
  return undefined
}
