import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../conversations/open.ts'
import type { Workspace } from '../library/open.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import type { Check } from './types.ts'

/** Whether conversations can be kept. Nothing is made where there are none yet. */
export async function checkStore(workspace: Workspace): Promise<readonly Check[]> {
  const area = 'Conversations'
  const folder = join(workspace.places.state, 'conversations')
  const subject = shortPath(folder, workspace.standpoint)
  if (!existsSync(folder)) return [{ area, subject, status: 'ok', detail: 'none yet' }]
  const opened = await openStore(workspace)
  if (opened.kind === 'fault') {
    const { message, hint } = opened.fault
    return [{ area, subject, status: 'warning', detail: message, remedy: hint }]
  }
  try {
    const size = (await opened.store.list()).length
    return [{ area, subject, status: 'ok', detail: counted(size, 'conversation') }]
  } finally {
    await opened.store.close()
  }
}
