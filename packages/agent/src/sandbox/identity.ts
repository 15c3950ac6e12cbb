import { lstatSync, readlinkSync } from 'node:fs'

/**
 * Which thing stands at a path: equal for the same file wherever it was moved, different for another
 * one of the same name. Undefined where there is nothing. Links count as themselves.
 */
export function identityOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { bigint: true })
    const target = stats.isSymbolicLink() ? ` ${readlinkSync(path)}` : ''
    return `${stats.dev}:${stats.ino}${target}`
  } catch {
    return undefined
  }
}
