import { type Message, plainText } from '../store/index.ts'
import type { Answer } from './answer.ts'
import type { EventBody } from './events.ts'
import { readyModel } from './model-choice.ts'
import { toolPool } from './skills/index.ts'
import type { ConversationState, PreparedTurn, Turn, TurnStart, World } from './turn-state.ts'

interface TurnGround {
  readonly prepared: PreparedTurn
  readonly start: TurnStart
  readonly conversation: ConversationState
  readonly answer: Answer
  readonly emit: (body: EventBody) => void
  readonly signal: AbortSignal
}

/** The state that a turn begins with: what was prepared, and all that may change. */
export function beginTurn(world: World, { start, ...ground }: TurnGround): Turn {
  const { prepared, answer } = ground
  const pool = toolPool(prepared.tools, start.active, prepared.snapshot.skills, world)
  const model = readyModel(start.model, {
    message: plainText(prepared.message.parts),
    snapshot: prepared.snapshot,
    tools: pool.tools.map((tool) => tool.name),
    language: prepared.language,
    activation: prepared.picked?.activation,
    turn: answer.id,
    outcomeOf: (callId) => answer.outcomeOf(callId),
  })
  return {
    ...ground,
    world,
    model,
    system: prepared.system,
    active: start.active,
    rules: start.rules,
    refused: new Map(),
    allowed: new Map(),
    usedCallIds: new Set(callIds(prepared.earlier)),
    steps: 0,
    toldOnce: new Set(),
  }
}

function callIds(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool' ? [part.callId] : [])),
  )
}
