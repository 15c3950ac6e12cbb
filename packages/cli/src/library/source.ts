import { readOrdinaryFile } from '@skillet/core'

/** Larger files are no text that a person would look a line up in. */
const maximumSize = 1024 * 1024

/** The text of a file for excerpts; undefined where it is gone, no file, or too large. */
export async function readSource(file: string): Promise<string | undefined> {
  const read = readOrdinaryFile(file, maximumSize)
  return read.kind === 'read' ? Buffer.from(read.bytes).toString('utf8') : undefined
}
