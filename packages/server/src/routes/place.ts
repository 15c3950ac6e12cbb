import { z } from '@hono/zod-openapi'
import type { Conversation } from '@skillet/agent'
import { addressableId as id } from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import type { World } from '../types.ts'
import type { Lister } from './listed.ts'

/** What several groups of routes share. */
export interface Places {
  readonly lister: Lister
}

export const idParams = z.object({ id })
export const messageParams = z.object({ id, messageId: id })
export const approvalParams = z.object({ id, approvalId: id })

/** A conversation that may be changed: one of this folder. Others are read here, and no more. */
export async function requireHere(
  { store, workspace }: Pick<World, 'store' | 'workspace'>,
  conversationId: string,
): Promise<Conversation> {
  const conversation = await store.get(conversationId)
  if (conversation === undefined) throw notFound('There is no such conversation.')
  if (conversation.workspace === workspace) return conversation
  throw new RequestFailure(403, {
    code: 'elsewhere',
    message: `This conversation is about another folder: ${conversation.workspace}`,
    hint: 'Start Skillet in that folder to go on in it.',
  })
}
