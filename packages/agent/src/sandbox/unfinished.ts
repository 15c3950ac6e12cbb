import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '@skillet/core'
import { z } from 'zod'
import { startOf } from '../tools/index.ts'
import type { ProtectedPlace } from './protected-places.ts'

/** A command after which nobody looked: its program was ended before. */
export interface UnfinishedCommand {
  /** What was known when it began. */
  readonly places: readonly ProtectedPlace[]
  readonly forget: () => void
}

const record = z.object({
  workspace: z.string(),
  process: z.number(),
  began: z.number().optional(),
  places: z.array(
    z.object({
      path: z.string(),
      kind: z.enum([
        'git-folder',
        'git-file',
        'git-part',
        'git-link',
        'git-todo',
        'by-path',
        'unreadable',
        'plain',
      ]),
      identity: z.string().optional(),
    }),
  ),
})

/**
 * Keeps what is known before a command, until it is over. Where nothing can be kept, nothing is.
 *
 * @returns what forgets it
 */
export function rememberCommand(
  folder: string | undefined,
  workspace: string,
  places: readonly ProtectedPlace[],
): () => void {
  if (folder === undefined) return () => undefined
  const path = join(folder, `${nameOf(workspace)}-${randomUUID()}.json`)
  const began = startOf(process.pid)
  try {
    makeFolders(folder)
    writeFileSync(path, JSON.stringify({ workspace, process: process.pid, began, places }), {
      mode: 0o600,
    })
  } catch {
    return () => undefined
  }
  return () => rmSync(path, { force: true })
}

/** The commands of a workspace that were cut off with their program. */
export function unfinishedCommands(
  folder: string | undefined,
  workspace: string,
): readonly UnfinishedCommand[] {
  if (folder === undefined) return []
  return recordsIn(folder, workspace).flatMap((path) => {
    const kept = read(path)
    const forget = (): void => rmSync(path, { force: true })
    if (kept === undefined || kept.workspace !== workspace) return []
    const isRunning = kept.began !== undefined && startOf(kept.process) === kept.began
    if (isRunning) return []
    const places = kept.places.map((place) => ({ ...place, identity: place.identity }))
    return [{ places, forget }]
  })
}

function recordsIn(folder: string, workspace: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${nameOf(workspace)}-`))
    return names.map((name) => join(folder, name))
  } catch {
    return []
  }
}

function read(path: string): z.infer<typeof record> | undefined {
  try {
    return record.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

function nameOf(workspace: string): string {
  return createHash('sha256').update(workspace).digest('hex').slice(0, 16)
}
