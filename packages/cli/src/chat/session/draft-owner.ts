import { createHash } from 'node:crypto'
import { currentOwner, type OwnerState, stateOfOwner } from '@skillet/core'

/** The name of a file with drafts: of which folder of work they are, and which process keeps them. */
export function draftFileName(folder: string): string {
  const { host, pid, started } = currentOwner()
  const start = Buffer.from(started).toString('base64url')
  return `${draftPrefix(folder)}${short(host)}.${pid}.${start}.json`
}

/** What the names of all drafts of a folder begin with. */
export const draftPrefix = (folder: string): string => `${short(folder)}.`

/** Whether the process that keeps a file with drafts runs still. */
export function draftOwnerState(name: string): OwnerState {
  const [, , host, pid = '', start = ''] =
    /^([^.]+)\.([^.]+)\.(\d+)\.([\w-]*)\.json$/u.exec(name) ?? []
  const here = currentOwner()
  if (host !== short(here.host)) return 'unknown'
  const started = Buffer.from(start, 'base64url').toString()
  return stateOfOwner({ host: here.host, pid: Number(pid), started })
}

function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
