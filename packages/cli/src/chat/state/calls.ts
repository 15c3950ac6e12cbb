import type { EngineEvent, ToolOutcome } from '@skillet/agent'
import type { Sentences } from '@skillet/language'
import { cleanLine, cleanText } from '../../screen/clean.ts'
import type { Block, CallBlock } from './blocks.ts'
import type { EventFacts } from './event-facts.ts'
import type { ChatState } from './types.ts'

/** So much of a tool's live output is kept; the whole is in its result. */
const keptLines = 400
const keptLetters = 64 * 1024

/** Changes the last block for which `change` gives something. */
export function changeLast(
  state: ChatState,
  change: (block: Block) => Block | undefined,
): ChatState {
  for (let index = state.blocks.length - 1; index >= 0; index--) {
    const block = state.blocks[index]
    const changed = block === undefined ? undefined : change(block)
    if (changed !== undefined) return { ...state, blocks: state.blocks.with(index, changed) }
  }
  return state
}

export function changeCall(
  state: ChatState,
  callId: string,
  change: (call: CallBlock) => CallBlock,
): ChatState {
  return changeLast(state, (block) =>
    block.kind === 'call' && block.callId === callId ? change(block) : undefined,
  )
}

export function isOpenCall({ state }: CallBlock): boolean {
  return state === 'running' || state === 'waiting' || state === 'preparing'
}

export function printed(call: CallBlock, text: string): CallBlock {
  const lines = (call.output + text).split('\n')
  const dropped = Math.max(0, lines.length - keptLines)
  return {
    ...call,
    output: lines.slice(dropped).join('\n').slice(-keptLetters),
    earlier: call.earlier + dropped,
  }
}

export function ended(
  call: CallBlock,
  outcome: ToolOutcome,
  stopping: boolean,
  { now, words }: EventFacts,
): CallBlock {
  const { ok, text, diff, exitCode, truncated } = outcome
  return {
    ...call,
    state: ok ? 'done' : stopping ? 'stopped' : 'failed',
    endedAt: now,
    ...(stopping && !ok ? { remark: words.chat.stoppedCall } : {}),
    outcome: {
      ok,
      text: cleanText(text),
      ...(diff === undefined ? {} : { diff }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(truncated === undefined ? {} : { truncated }),
    },
  }
}

export function refusal(
  { by, reason }: Extract<EngineEvent, { type: 'tool-denied' }>,
  { chat }: Sentences,
): string {
  const why = cleanLine(reason)
  switch (by) {
    case 'person':
      return why === '' ? chat.refusedByYou : chat.refusedByYouWhy(why)
    case 'rule':
      return chat.refusedByRule(why)
    case 'skill':
      return chat.refusedBySkill(why)
    case 'skillet':
      return chat.refusedBySkillet(why)
    case 'stop':
      return chat.stoppedCall
  }
}
