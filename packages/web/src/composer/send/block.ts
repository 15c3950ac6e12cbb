import type { Connection } from '../../state/index.ts'
import type { ChipState, Draft } from '../draft/index.ts'

/** Why a draft cannot be sent now. Said beside Send, which is disabled for no other reason. */
export type Block =
  | { readonly why: 'connection'; readonly connection: BlockingConnection }
  | { readonly why: 'skill-gone' }
  | { readonly why: 'file-uploading'; readonly name: string }
  | { readonly why: 'file-failed'; readonly name: string }

export type BlockingConnection = Extract<
  Connection,
  'gone' | 'earlier-start' | 'no-access' | 'password'
>

/** The first reason against sending; undefined where there is none. */
export function blockOf(
  { attachments }: Pick<Draft, 'attachments'>,
  chip: ChipState | undefined,
  connection: Connection,
): Block | undefined {
  if (isBlocking(connection)) return { why: 'connection', connection }
  if (chip?.kind === 'gone') return { why: 'skill-gone' }
  const unready = attachments.find(({ state }) => state.kind !== 'stored')
  if (unready === undefined) return undefined
  const { name, state } = unready
  return state.kind === 'uploading' ? { why: 'file-uploading', name } : { why: 'file-failed', name }
}

function isBlocking(connection: Connection): connection is BlockingConnection {
  return (
    connection === 'gone' ||
    connection === 'earlier-start' ||
    connection === 'no-access' ||
    connection === 'password'
  )
}
