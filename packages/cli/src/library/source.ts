import { open } from 'node:fs/promises'

/** Larger files are no text that a person would look a line up in. */
const maximumSize = 1024 * 1024

/** The text of a file for excerpts; undefined where it is gone, no file, or too large. */
export async function readSource(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r').catch(() => undefined)
  try {
    const stats = await handle?.stat()
    if (!stats?.isFile() || stats.size > maximumSize) return undefined
    return await handle?.readFile('utf8')
  } catch {
    return undefined
  } finally {
    await handle?.close()
  }
}
