import { basename } from 'node:path'
import { type Entry, readOrdinaryFile, resolveResource } from '@skillet/core'
import type { SkillFile } from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'

/** A longer text is cut: the page shows it, nobody edits it here. */
const mostShown = 256 * 1024
const mostBytes = 64 * 1024 * 1024

/** A file of a skill's folder, for a person to read: also of a skill that cannot be called. */
export async function fileOf(entry: Entry, file: string): Promise<SkillFile> {
  const read = readOrdinaryFile(await pathOf(entry, file), mostBytes)
  if (read.kind === 'absent') throw notFound(`There is no file ${file} any more.`)
  if (read.kind === 'refused') {
    throw new RequestFailure(400, { code: 'unreadable', message: `${file}: ${read.reason}` })
  }
  const { bytes } = read
  const truncated = bytes.length > mostShown
  const text = textOf(truncated ? bytes.subarray(0, mostShown) : bytes, truncated)
  return { path: file, size: bytes.length, truncated, ...(text !== undefined && { text }) }
}

async function pathOf({ skill, path }: Entry, file: string): Promise<string> {
  // What could not be read as a skill has no folder of its own: there is its one file.
  if (skill === undefined) {
    if (file === basename(path)) return path
    throw notFound('There is no such file.')
  }
  const found = await resolveResource(skill, file)
  if (found.kind === 'file') return found.realPath
  throw new RequestFailure(400, { code: 'refused', message: found.reason })
}

/** Undefined where it is no text. A cut may have gone through a letter. */
function textOf(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
