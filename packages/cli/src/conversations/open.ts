import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ConversationStore, StoreError } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sayNotice } from '../screen/notice.ts'

/** The conversations of this person, or why there are none to be had. */
export type OpenedStore =
  | { readonly kind: 'open'; readonly store: ConversationStore }
  | { readonly kind: 'fault'; readonly fault: StoreError }

/** Opens the store in the state folder. */
export async function openStore({ places }: Pick<Workspace, 'places'>): Promise<OpenedStore> {
  const { openSqliteStore, StoreError } = await import('@skillet/agent')
  try {
    const folder = join(places.state, 'conversations')
    return { kind: 'open', store: await openSqliteStore({ folder }) }
  } catch (error) {
    if (error instanceof StoreError) return { kind: 'fault', fault: error }
    throw error
  }
}

/** The same for work that goes on without: that nothing is kept is said. */
export async function openConversations(
  { terminal }: Context,
  workspace: Workspace,
): Promise<ConversationStore | undefined> {
  const opened = await openStore(workspace)
  if (opened.kind === 'open') return opened.store
  const { message, hint } = opened.fault
  sayNotice(terminal.stderr, `This conversation is not kept: ${message}`, hint)
  return undefined
}

/** The folder as conversations name it: links resolved. */
export function folderOf({ cwd }: Pick<Workspace, 'cwd'>): string {
  return realpathSync(cwd)
}
