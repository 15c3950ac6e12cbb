import { lstatSync, readlinkSync, statSync } from 'node:fs'

/**
 * Which thing stands at a path: equal for the same file wherever it was moved, different for another
 * one of the same name. Undefined where there is nothing. A link is another one as soon as it leads
 * to something else, be it that a folder on its way was exchanged.
 */
export function identityOf(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { bigint: true })
    const own = `${stats.dev}:${stats.ino}`
    return stats.isSymbolicLink() ? `${own} ${readlinkSync(path)} ${behind(path)}` : own
  } catch {
    return undefined
  }
}

function behind(link: string): string {
  try {
    const { dev, ino } = statSync(link, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return 'nothing'
  }
}
