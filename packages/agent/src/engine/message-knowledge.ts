import { estimateTokens, type Language, type Snapshot } from '@skillet/core'
import type { Knowledge, Passage } from '../knowledge/index.ts'
import { decide } from '../permission/index.ts'
import { frameKnowledge, knowledgePassage } from '../prompt/index.ts'
import { argumentsText, plainText } from '../store/index.ts'
import type { KnowledgePart, Part } from '../store/types.ts'
import { blankSecrets } from '../tools/index.ts'
import { knownSecrets } from './model-choice.ts'
import { permissionContext } from './permission-context.ts'
import type { Notice, World } from './turn-state.ts'

/** Estimated tokens of all passages together, and the part of the window that they may take. */
const mostTokens = 4_000
const windowShare = 0.15
/** Passages that are looked at. */
const mostPassages = 20
/** A passage that fits so much worse than the best one is none of the message's business. */
const leastScore = 0.35

interface KnowledgeGround {
  /** Of the message. */
  readonly parts: readonly Part[]
  readonly language: Language | undefined
  readonly snapshot: Snapshot
  /** Of the model, in tokens. */
  readonly contextWindow: number
}

/**
 * What goes with a message of the person's knowledge files: chosen once, and kept with the message,
 * so that every request of its turn, and a retry, repeats it. Knowledge that fails stops nothing.
 */
export async function chooseKnowledge(
  world: World,
  ground: KnowledgeGround,
): Promise<{ readonly parts: readonly KnowledgePart[]; readonly notices: readonly Notice[] }> {
  const { knowledge } = world
  const query = queryOf(ground.parts)
  if (!knowledge?.autoInject || query === '') return { parts: [], notices: [] }
  try {
    const passages = await bestPassages(world, knowledge, query, ground)
    const notices = knowledge.problems().map(problemNotice)
    return { parts: passages.length === 0 ? [] : [partOf(world, passages, ground)], notices }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The knowledge files could not be searched: ${why}`
    return { parts: [], notices: [{ code: 'knowledge-unread', message }] }
  }
}

/** The section `knowledge` of a message's turn; `""` where there is none. */
export function knowledgeText(parts: readonly Part[]): string {
  return parts.find((part) => part.type === 'knowledge')?.text ?? ''
}

/** What was typed. A skill's name alone asks for nothing. */
function queryOf(parts: readonly Part[]): string {
  const skill = parts.find((part) => part.type === 'skill')
  return [plainText(parts), argumentsText(skill?.arguments ?? '')].join(' ').trim()
}

async function bestPassages(
  world: World,
  knowledge: Knowledge,
  query: string,
  ground: KnowledgeGround,
): Promise<readonly Passage[]> {
  const found = await knowledge.search(query, { limit: mostPassages })
  const best = found[0]?.score ?? 0
  const fitting = found.filter(
    (passage) => passage.score >= best * leastScore && mayRead(world, ground.snapshot, passage),
  )
  const secrets = knownSecrets(world.model)
  const clean = fitting.map((passage) => ({
    ...passage,
    heading: blankSecrets(passage.heading, secrets),
    text: blankSecrets(passage.text, secrets),
  }))
  let room = Math.min(mostTokens, Math.floor(ground.contextWindow * windowShare))
  room -= estimateTokens(frameKnowledge([], '0'.repeat(32), ground.language))
  return clean.filter((passage) => {
    // With the empty line before the next one.
    const tokens = estimateTokens(`${knowledgePassage(passage, ground.language)}\n\n`)
    if (tokens > room) return false
    room -= tokens
    return true
  })
}

/** What a rule keeps from the model's own reading is kept from it here too. */
function mayRead(world: World, snapshot: Snapshot, { file }: Passage): boolean {
  const rules = [...world.rules, ...world.lasting.values()]
  const access = { kind: 'read' as const, paths: [file] }
  const context = permissionContext(world, snapshot, [])
  return decide({ tool: 'read', input: { path: file }, access }, rules, context).effect !== 'deny'
}

function partOf(
  world: World,
  passages: readonly Passage[],
  { language }: KnowledgeGround,
): KnowledgePart {
  const sources = passages.map(({ path, heading, firstLine, lastLine }) => ({
    path,
    heading,
    firstLine,
    lastLine,
  }))
  return { type: 'knowledge', text: frameKnowledge(passages, world.random(16), language), sources }
}

function problemNotice(message: string): Notice {
  return { code: 'knowledge-unread', message, hint: 'Look at `knowledge` in the settings.' }
}
