import type { Conversation, ConversationStore } from '@skillet/agent'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Workspace } from '../library/open.ts'
import { sayError } from '../screen/notice.ts'
import { wholePath } from '../screen/paths.ts'
import { shellPath } from '../screen/shell-word.ts'
import { folderOf } from './open.ts'

/** Which conversation a message goes into. */
export type Chosen =
  | { readonly kind: 'new' }
  | { readonly kind: 'present'; readonly id: string }
  | { readonly kind: 'refused'; readonly code: ExitCode }

/** The one that `--continue` or `--resume` means; where there is none, why is said. */
export async function chooseConversation(
  { terminal }: Context,
  workspace: Workspace,
  store: ConversationStore | undefined,
  flags: { readonly continue?: boolean; readonly resume?: string },
): Promise<Chosen> {
  const { stderr } = terminal
  const refuse = (message: string, hint: string): Chosen => {
    sayError(stderr, message, hint)
    return { kind: 'refused', code: exitCodes.usage }
  }
  if (!flags.continue && flags.resume === undefined) return { kind: 'new' }
  if (store === undefined) {
    return refuse('There is no conversation to go on in.', 'Leave --continue and --resume away.')
  }
  const folder = folderOf(workspace)
  if (flags.resume === undefined) {
    const [latest] = await store.list({ workspace: folder, limit: 1 })
    if (latest) return { kind: 'present', id: latest.id }
    return refuse('There is no conversation in this folder yet.', 'Leave --continue away.')
  }
  if (flags.resume === '') return refuse('--resume names no conversation: its id is empty.', seeAll)
  const found = await findConversation(store, flags.resume)
  if (found.kind !== 'found') return refuse(...missing(found, flags.resume))
  const { id, workspace: home } = found.conversation
  if (home === folder) return { kind: 'present', id }
  const place = wholePath(home, workspace.standpoint)
  return refuse(
    `That conversation is about another folder: ${place}.`,
    `Go on there: skillet run --cwd ${shellPath(home, workspace.standpoint)} --resume ${id} SKILL`,
  )
}

const seeAll = 'See which there are: skillet conversations --all'

/** What an id, or the beginning of one, names. */
export type Found =
  | { readonly kind: 'found'; readonly conversation: Conversation }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly size: number }

export async function findConversation(store: ConversationStore, id: string): Promise<Found> {
  const exact = await store.get(id)
  if (exact) return { kind: 'found', conversation: exact }
  const near = (await store.list()).filter((one) => id !== '' && one.id.startsWith(id))
  const [conversation] = near
  if (conversation === undefined) return { kind: 'none' }
  return near.length === 1
    ? { kind: 'found', conversation }
    : { kind: 'several', size: near.length }
}

/** What is said where an id names no conversation, or more than one. */
export function missing(
  found: Exclude<Found, { readonly kind: 'found' }>,
  id: string,
): readonly [message: string, hint: string] {
  return found.kind === 'none'
    ? [`There is no conversation ${id}.`, seeAll]
    : [`${found.size} conversations begin with ${id}.`, 'Give more of the id.']
}
