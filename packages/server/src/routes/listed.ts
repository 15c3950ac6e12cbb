import { type Conversation, cutTitle, type ListedConversation as Stored } from '@skillet/agent'
import { shellWord } from '@skillet/core'
import type { ListedConversation } from '../contract/index.ts'
import type { World } from '../types.ts'

/**
 * Lists conversations as the page shows them. What follows from a conversation's messages is kept
 * until it changes, so that a list does not read all of them each time.
 */
export interface Lister {
  listed(conversation: Stored): Promise<ListedConversation>
  /** Undefined where there is none of this id. */
  one(id: string): Promise<ListedConversation | undefined>
}

interface Followed {
  readonly updatedAt: number
  readonly title: string | undefined
  readonly interrupted: boolean
}

const mostKept = 2_000

export function createLister(world: Pick<World, 'store' | 'workspace'>): Lister {
  const { store, workspace } = world
  const kept = new Map<string, Followed>()

  const follow = async ({ id, title, updatedAt }: Conversation): Promise<Followed> => {
    const known = kept.get(id)
    if (known?.updatedAt === updatedAt) return known
    const branch = await store.messages(id)
    const followed = {
      updatedAt,
      // Where the first turn never came to an end, it is known by what was typed first.
      title: title ?? (cutTitle(branch) || undefined),
      interrupted: branch.at(-1)?.end?.reason === 'interrupted',
    }
    kept.delete(id)
    kept.set(id, followed)
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
    return followed
  }

  const listed = async (conversation: Stored): Promise<ListedConversation> => {
    const { id, workspace: folder, createdAt, updatedAt, messageCount } = conversation
    const { title, interrupted } = await follow(conversation)
    const here = folder === workspace
    const open = await openState(world, id)
    return {
      id,
      ...(title !== undefined && { title }),
      workspace: folder,
      here,
      ...(!here && { command: `skillet serve --cwd ${shellWord(folder)}` }),
      createdAt,
      updatedAt,
      messageCount,
      state: open ?? (interrupted ? 'interrupted' : 'idle'),
    }
  }
  return {
    listed,
    async one(id) {
      const conversation = await store.get(id)
      if (conversation === undefined) return undefined
      const { length: messageCount } = await store.allMessages(id)
      return listed({ ...conversation, messageCount })
    },
  }
}

async function openState(
  { store }: Pick<World, 'store'>,
  id: string,
): Promise<'running' | 'waiting' | undefined> {
  if ((await store.turns(id)).length === 0) return undefined
  const approvals = await store.approvals(id)
  return approvals.some(({ answer }) => answer === undefined) ? 'waiting' : 'running'
}
