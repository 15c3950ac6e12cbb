import { approvalOf, messageSetting, messagesOfView } from '../chat/index.ts'
import type { ConversationPage } from '../contract/index.ts'
import { notFound } from '../failure.ts'
import type { World } from '../types.ts'
import type { Places } from './place.ts'

/** A conversation as a page begins with it; what happens later comes by the live stream. */
export async function readPage(
  world: World,
  { lister }: Places,
  id: string,
): Promise<ConversationPage> {
  const { engine, hub, models } = world
  // Before the conversation: what happens while it is read comes by the live stream too.
  const lastEventId = hub.lastEventId()
  const view = await engine.conversation(id)
  const conversation = await lister.one(id)
  if (view === undefined || conversation === undefined) {
    throw notFound('There is no such conversation.', 'It may have been deleted.')
  }
  const model = await models.choose()
  return {
    conversation,
    messages: await messagesOfView(world, view),
    later: [...view.later],
    activeSkills: view.activeSkills.map((skill) => ({
      ...scopeOf(world, skill.location),
      ...skill,
    })),
    ...(view.running && { running: { ...view.running } }),
    approvals: view.approvals.map((approval) => approvalOf(approval, messageSetting(world))),
    contextTokens: view.contextTokens,
    ...(model.kind !== 'unavailable' && { contextWindow: model.contextWindow }),
    lastEventId,
  }
}

function scopeOf({ library }: World, location: string) {
  const entry = library.snapshot.entries.find(({ path }) => path === location)
  return {
    tools: [...(entry?.skill?.tools ?? [])],
    ...(entry !== undefined && { scope: entry.scope }),
  }
}
