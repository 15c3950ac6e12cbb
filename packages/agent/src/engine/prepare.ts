import type { Language, Skill, Snapshot } from '@skillet/core'
import type { Message } from '../store/index.ts'
import { imageNotices, readFiles } from './file-content.ts'
import { chooseKnowledge, knowledgeText } from './message-knowledge.ts'
import { messageParts } from './message-parts.ts'
import { type OverrideConsent, turnModel } from './model-choice.ts'
import { type Past, readPast } from './past.ts'
import {
  activatePicked,
  editedNotices,
  instructionLimit,
  mayBeCalled,
  type PreApproval,
  pickedAgain,
  preApprovals,
  repeatNotices,
  withActivation,
} from './skills/index.ts'
import { whatModelIsTold } from './told.ts'
import type { Notice, Picked, PreparedTurn, Refused, TurnStart, World } from './turn-state.ts'
import { type Resolved, resolveRequest, type TurnRequest, writerOf } from './turns/index.ts'
import type { Asker } from './types.ts'

/** A turn that can begin, or the one sentence why it cannot: then nothing is sent. */
export type Preparation =
  | { readonly kind: 'ready'; readonly prepared: PreparedTurn; readonly start: TurnStart }
  | Refused

/**
 * All that happens before the first request, for a turn and for its preview alike: the snapshot is
 * pinned, the branch read, the skill resolved, the model chosen, the skill handed over, tools
 * narrowed, the prompt assembled.
 */
export async function prepareTurn(
  world: World,
  request: TurnRequest,
  consent: OverrideConsent,
): Promise<Preparation> {
  const { options } = request
  const snapshot = world.library.snapshot
  const past = await readPast(world, request)
  if (past.kind === 'refused') return past
  const asked = resolveRequest(world, request, past.activations, snapshot)
  if (asked.kind === 'refused') return asked
  const chosen = await turnModel(world.model, options.model, skillOf(asked), consent)
  if (chosen.kind === 'refused') return chosen
  const { contextWindow } = chosen.model
  const language = options.language ?? world.language
  const { askedBy = 'person' } = options
  const ground = { request, askedBy, past, snapshot, language, contextWindow }
  const handedOver = await handOver(world, asked, ground)
  if (handedOver.kind === 'refused') return handedOver

  const { picked } = handedOver
  const active = picked ? withActivation(past.active, picked.stored) : past.active
  const own = await messageOf(world, asked, { ...ground, contextWindow })
  const knowledge = knowledgeText(own.message.parts)
  const told = whatModelIsTold(world, { snapshot, language, active, knowledge, contextWindow })
  const files = await readFiles(world.store, [...past.messages, own.message], newFiles(request))
  const images = imageNotices(own.message.parts, files, chosen.model)
  return {
    kind: 'ready',
    prepared: {
      snapshot,
      visible: told.visible,
      language,
      earlier: past.messages,
      message: own.message,
      repeats: own.repeats,
      dropped: past.dropped,
      askedBy,
      picked,
      tools: told.tools,
      modelBy: options.model === undefined ? 'engine' : 'person',
      system: told.system,
      systemParts: told.systemParts,
      catalogueCuts: told.catalogueCuts,
      files,
      notices: [
        ...(request.kind === 'new' ? request.notices : []),
        ...past.notices,
        ...chosen.notices,
        ...handedOver.notices,
        ...own.notices,
        ...images,
        ...told.notices,
      ],
    },
    start: { model: chosen.model, active, rules: handedOver.rules },
  }
}

interface Ground {
  readonly request: TurnRequest
  readonly askedBy: Asker
  readonly past: Past
  readonly snapshot: Snapshot
  readonly language: Language | undefined
  /** Of the model, in tokens. */
  readonly contextWindow: number
}

function skillOf(asked: Exclude<Resolved, Refused>): Skill | undefined {
  if (asked.kind === 'again') return asked.stored.handOver.skill
  return asked.kind === 'skill' ? asked.skill : undefined
}

/** The skill of this message, what it pre-approves, and what the person should know about it. */
interface HandOver extends PreApproval {
  readonly kind: 'ready'
  readonly picked: Picked | undefined
}

async function handOver(
  world: World,
  asked: Exclude<Resolved, Refused>,
  { request, askedBy, past, snapshot, language, contextWindow }: Ground,
): Promise<HandOver | Refused> {
  if (asked.kind === 'again') {
    const picked = pickedAgain(asked.stored)
    const callable = await mayBeCalled(world.library, asked.stored)
    const notices = await repeatNotices(snapshot, asked.stored, callable)
    if (!callable) return { kind: 'ready', picked, rules: [], notices }
    return handedOver(picked, askedBy, notices)
  }
  const result = await activatePicked(world, asked, {
    language,
    messageId: request.message.id,
    limit: instructionLimit(world, contextWindow),
    active: past.active,
  })
  if (result.kind === 'refused') return result
  const { picked } = result
  if (!picked) return { kind: 'ready', picked, rules: [], notices: [] }
  const { stored } = picked
  const before = past.active.find(({ location }) => location === stored.location)
  return handedOver(picked, askedBy, editedNotices(before?.latest, stored))
}

function handedOver(picked: Picked, askedBy: Asker, notices: readonly Notice[]): HandOver {
  const { rules, notices: more } = preApprovals(picked.activation.skill, askedBy)
  return { kind: 'ready', picked, rules, notices: [...notices, ...more] }
}

/** The message as it is kept and sent. One that was sent before stays as it is, byte for byte. */
async function messageOf(
  world: World,
  asked: Exclude<Resolved, Refused>,
  { request, past, snapshot, language, contextWindow }: Ground,
): Promise<Pick<PreparedTurn, 'message' | 'repeats' | 'notices'>> {
  if (asked.kind === 'again') return { message: asked.message, repeats: 'skill', notices: [] }
  if (request.kind === 'again' && !request.message.state) {
    return { message: request.message, repeats: 'message', notices: [] }
  }
  const { message } = request
  const parts = messageParts(asked, past.dropped, filesOf(request))
  const knowledge = await chooseKnowledge(world, { parts, language, snapshot, contextWindow })
  const { id, createdAt } = message
  const own: Message = {
    id,
    createdAt,
    role: 'user',
    ...writerOf(request),
    parts: [...parts, ...knowledge.parts],
  }
  return { message: own, repeats: undefined, notices: knowledge.notices }
}

function filesOf(request: TurnRequest) {
  if (request.kind === 'new') return request.attachments.map(({ part }) => part)
  return request.message.parts.filter((part) => part.type === 'attachment')
}

/** Bytes that are in the store, or would be: a preview stores nothing. */
function newFiles(request: TurnRequest): ReadonlyMap<string, Uint8Array> {
  if (request.kind === 'again') return new Map()
  return new Map(request.attachments.map(({ part, bytes }) => [part.hash, bytes]))
}
