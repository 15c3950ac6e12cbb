import type { Message } from '../store/index.ts'
import { waitingApprovals } from './approvals.ts'
import { placesOf } from './branches.ts'
import { imageTokens, requestSize } from './context/index.ts'
import { readTextFiles } from './file-content.ts'
import { toModelMessages } from './history.ts'
import { defaultModel } from './model-choice.ts'
import { offered } from './request.ts'
import { type ActiveSkill, activeSkills, isChangedOnDisk, toolPool } from './skills/index.ts'
import { whatModelIsTold } from './told.ts'
import type { ModelFacts, PreparedTurn, World } from './turn-state.ts'
import { liveTurns } from './turns/index.ts'
import type { ActiveSkillView, ConversationView } from './types.ts'

/** A conversation as it stands in the store, with all that follows from its messages. */
export async function conversationView(
  world: World,
  id: string,
  isHere: (answerId: string) => boolean,
): Promise<ConversationView | undefined> {
  const { store, library, language } = world
  // First: it ends the turns of processes that are gone, and what follows is read as it is then.
  const [running] = await liveTurns(store, id)
  const conversation = await store.get(id)
  if (!conversation) return undefined
  const branch = await store.messages(id)
  const { siblings, after } = placesOf(await store.allMessages(id))
  const active = activeSkills(branch, await store.activations(id), language)
  const model = await defaultModel(world.model)
  const { contextWindow } = model
  const { snapshot } = library
  const told = whatModelIsTold(world, { snapshot, language, active, knowledge: '', contextWindow })
  return {
    conversation,
    messages: branch.map((message) => ({ message, siblings: siblings(message) })),
    later: after(conversation.head),
    activeSkills: await Promise.all(active.map((skill) => skillView(world, skill, told.system))),
    ...(running && {
      running: { answerId: running.answerId, here: isHere(running.answerId) },
    }),
    approvals: await waitingApprovals(store, id),
    contextTokens: await sizeOf(world, branch, { active, told, model }),
  }
}

async function skillView(
  { library }: World,
  { name, location, latest }: ActiveSkill,
  { leftOut }: PreparedTurn['system'],
): Promise<ActiveSkillView> {
  const { tokens, route, arguments: given } = latest
  return {
    name,
    location,
    tokens,
    route,
    arguments: given,
    leftOut: leftOut.some((skill) => skill.location === location),
    changedOnDisk: await isChangedOnDisk(library.snapshot, latest),
  }
}

interface SizeGround {
  readonly active: readonly ActiveSkill[]
  readonly told: Pick<PreparedTurn, 'system' | 'tools'>
  readonly model: ModelFacts
}

/** What the next request holds before a new message. */
async function sizeOf(
  world: World,
  branch: readonly Message[],
  { active, told, model }: SizeGround,
): Promise<number> {
  const { store, library, language } = world
  const { tools } = toolPool(told.tools, active, library.snapshot.skills, world)
  const { files, images } = await readTextFiles(store, branch)
  const messages = toModelMessages(branch, {
    images: model.images,
    imagesInResults: model.imagesInResults,
    files,
    ...(language && { language }),
    outputs: model.kind === 'guided' ? 'plain' : 'framed',
  })
  const { sections } = told.system
  const { total } = requestSize({ sections, tools: tools.map(offered), messages })
  return total + (model.images ? images * imageTokens : 0)
}
