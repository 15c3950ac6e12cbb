import { menuAfterMove, openMenu } from '@skillet/core/menu'
import { type } from '../composer/index.ts'
import { placeOf } from '../menu/index.ts'
import { panelKey } from '../panels/keys.ts'
import type { KeyInput } from '../terminal/index.ts'
import { approvalKey } from './approval-keys.ts'
import { draftKey } from './draft-keys.ts'
import type { KeyFacts } from './key-facts.ts'
import { closeTopmost, disarmed, interrupt } from './leave-keys.ts'
import { menuKey } from './menu-keys.ts'
import type { ChatState, Effect, Step } from './types.ts'
import { pasted, wrote } from './write.ts'

export type { KeyFacts } from './key-facts.ts'
export { armedMs } from './leave-keys.ts'
export { sendNext } from './send.ts'

const nothing: readonly Effect[] = []

/** What a key makes of the state, and what it asks of the outside. */
export function applyKey(before: ChatState, input: KeyInput, facts: KeyFacts): Step {
  const { remark: _, ...rest } = before
  const state: ChatState = { ...rest, lastKeyAt: facts.now }
  const everywhere = input.kind === 'key' ? keyEverywhere(state, input.name, facts) : undefined
  if (everywhere !== undefined) return everywhere
  if (state.panel !== undefined) return panelKey(state, state.panel, input, facts.rows)
  const answered = approvalKey(state, input, before.lastKeyAt, facts)
  if (answered !== undefined) return answered
  return toDraft(composerKey(disarmed(state), input, facts))
}

/** What was typed while a question waits was for the draft, and so is what follows, until Tab. */
function toDraft({ state, effects }: Step): Step {
  if (state.approvals.length === 0 || state.answering.kind !== 'open') return { state, effects }
  return { state: { ...state, answering: { kind: 'text' } }, effects }
}

function keyEverywhere(state: ChatState, name: string, facts: KeyFacts): Step | undefined {
  switch (name) {
    case 'ctrl+c':
      return interrupt(state, facts)
    case 'ctrl+z':
      return { state, effects: [{ kind: 'suspend' }] }
    case 'ctrl+o':
      return { state: { ...state, unfolded: !state.unfolded }, effects: nothing }
    case 'escape':
      return closeTopmost(state, facts)
    default:
      return undefined
  }
}

function composerKey(state: ChatState, input: KeyInput, facts: KeyFacts): Step {
  switch (input.kind) {
    case 'text':
      return wrote(state, type(state.composer, input.text), facts.source)
    case 'paste':
      return pasted(state, input.text)
    case 'key': {
      const menu = openMenu(state.menu, facts.source, placeOf(state.composer.draft))
      const picked = menu === undefined ? undefined : menuKey(state, menu, input.name)
      return picked ?? followed(draftKey(state, input.name, facts), facts)
    }
  }
}

/** The menu stays only while the caret is in the token that opened it. */
function followed({ state, effects }: Step, { source }: KeyFacts): Step {
  const menu = menuAfterMove(state.menu, source, placeOf(state.composer.draft))
  return { state: { ...state, menu }, effects }
}
