import { closeMenu, noMenu, openMenu } from '@skillet/core/menu'
import { emptyComposer, isEmpty } from '../composer/index.ts'
import { placeOf } from '../menu/index.ts'
import type { KeyFacts } from './key-facts.ts'
import type { ChatState, Effect, Step } from './types.ts'

const nothing: readonly Effect[] = []

/** So long a key that leaves or stops has to be pressed again. */
export const armedMs = 2000

/** Ctrl-C stops what runs; else it empties the draft; else, twice, it leaves. */
export function interrupt(state: ChatState, { now, words }: KeyFacts): Step {
  if (state.panel !== undefined) return closePanel(state)
  if (state.turn !== undefined) return stop(state)
  const { draft } = state.composer
  if (!isEmpty(draft) || draft.text.text !== '') {
    const composer = { ...emptyComposer, undo: [...state.composer.undo, draft] }
    return { state: { ...disarmed(state), composer, menu: noMenu }, effects: nothing }
  }
  if (isArmed(state, 'quit', now)) return { state, effects: [{ kind: 'quit' }] }
  return {
    state: {
      ...state,
      armed: { what: 'quit', until: now + armedMs },
      remark: words.terminal.againToLeave,
    },
    effects: nothing,
  }
}

/** Escape closes what is open; with nothing open, twice within two seconds, it stops the turn. */
export function closeTopmost(state: ChatState, facts: KeyFacts): Step {
  const { now, source, words } = facts
  if (state.panel !== undefined) return closePanel(state)
  if (state.answering.kind === 'reason' || state.answering.kind === 'keys') {
    return { state: { ...state, answering: { kind: 'open' } }, effects: nothing }
  }
  if (openMenu(state.menu, source, placeOf(state.composer.draft)) !== undefined) {
    return { state: { ...state, menu: closeMenu(state.menu) }, effects: nothing }
  }
  if (state.turn === undefined) return { state: disarmed(state), effects: nothing }
  if (isArmed(state, 'stop', now)) return stop(state)
  return {
    state: {
      ...state,
      armed: { what: 'stop', until: now + armedMs },
      remark: words.terminal.againToStop,
    },
    effects: nothing,
  }
}

export function disarmed(state: ChatState): ChatState {
  const { armed: _, ...rest } = state
  return rest
}

function closePanel(state: ChatState): Step {
  const { panel, ...rest } = state
  const back = panel?.kind === 'pager' ? panel.back : undefined
  return { state: back === undefined ? rest : { ...rest, panel: back }, effects: nothing }
}

function isArmed({ armed }: ChatState, what: 'stop' | 'quit', now: number): boolean {
  return armed?.what === what && now <= armed.until
}

function stop(state: ChatState): Step {
  const { turn } = state
  if (turn === undefined) return { state, effects: nothing }
  return {
    state: { ...disarmed(state), turn: { ...turn, stopping: true }, answering: { kind: 'open' } },
    effects: [{ kind: 'stop' }],
  }
}
