import { type ChatCommand, isChatCommand } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import { cleanText } from '../../screen/clean.ts'
import {
  type Composer,
  caretIn,
  type Draft,
  edit,
  emptyComposer,
  emptyDraft,
  fieldOf,
  focused,
  isEmpty,
  layOut,
  type Movement,
  moveCaret,
  moved,
  outgoing,
  paste,
  pick,
  placeAt,
  redo,
  remember,
  removeChip,
  removeTo,
  step,
  type,
  undo,
  withFocused,
} from '../composer/index.ts'
import { type MenuSource, moveHighlight, type OpenMenu, openMenu } from '../menu/index.ts'
import { panelKey } from '../panels/keys.ts'
import type { KeyInput } from '../terminal/index.ts'
import { approvalKey } from './approval-keys.ts'
import type { ChatState, Effect, Step } from './types.ts'

export interface KeyFacts {
  readonly now: number
  /** Cells of a row of the text that is written. */
  readonly cells: number
  /** Rows of the screen. */
  readonly rows: number
  readonly source: MenuSource
  readonly words: Sentences
}

/** So long a key that leaves or stops has to be pressed again. */
export const armedMs = 2000

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
  return composerKey(disarmed(state), input, facts)
}

function disarmed(state: ChatState): ChatState {
  const { armed: _, ...rest } = state
  return rest
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

/** Ctrl-C stops what runs; else it empties the draft; else, twice, it leaves. */
function interrupt(state: ChatState, { now, words }: KeyFacts): Step {
  if (state.panel !== undefined) return closePanel(state)
  if (state.turn !== undefined) return stop(state)
  const { draft } = state.composer
  if (!isEmpty(draft) || draft.text.text !== '') {
    const composer = { ...emptyComposer, undo: [...state.composer.undo, draft] }
    return { state: { ...disarmed(state), composer, menu: {} }, effects: nothing }
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
function closeTopmost(state: ChatState, facts: KeyFacts): Step {
  const { now, source, words } = facts
  if (state.panel !== undefined) return closePanel(state)
  if (state.answering.kind !== 'text') {
    return { state: { ...state, answering: { kind: 'text' } }, effects: nothing }
  }
  const menu = openMenu(source, state.composer.draft, state.menu)
  if (menu !== undefined) {
    const { start, typed } = menu.token
    return { state: { ...state, menu: { closed: { start, typed } } }, effects: nothing }
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
    state: { ...disarmed(state), turn: { ...turn, stopping: true }, answering: { kind: 'text' } },
    effects: [{ kind: 'stop' }],
  }
}

function composerKey(state: ChatState, input: KeyInput, facts: KeyFacts): Step {
  switch (input.kind) {
    case 'text':
      return wrote(state, type(state.composer, input.text))
    case 'paste':
      return pasted(state, input.text)
    case 'key': {
      const menu = openMenu(facts.source, state.composer.draft, state.menu)
      const picked = menu === undefined ? undefined : menuKey(state, menu, input.name)
      return picked ?? draftKey(state, input.name, facts)
    }
  }
}

/** After any change of the text: the menu shows the best row again, and history begins anew. */
function wrote(state: ChatState, composer: Composer): Step {
  const { closed, pasted } = state.menu
  const shift = shiftOf(state.composer.draft, composer.draft)
  const moved = pasted === undefined ? undefined : shift(pasted)
  const menu = {
    ...(closed === undefined ? {} : { closed }),
    ...(moved === undefined ? {} : { pasted: moved }),
  }
  const { entries } = state.history
  return { state: { ...state, composer, menu, history: { entries } }, effects: nothing }
}

/** Where a place of the old text stands in the new one; nowhere, where it was taken out. */
function shiftOf(before: Draft, after: Draft): (place: number) => number | undefined {
  const grown = after.text.text.length - before.text.text.length
  const changedAt = Math.min(before.text.caret, after.text.caret)
  return (place) => {
    if (place < changedAt) return place
    return place + grown < changedAt ? undefined : place + grown
  }
}

/** Pasted text is cleaned like all that comes from elsewhere; a slash in it opens no menu. */
function pasted(state: ChatState, raw: string): Step {
  const text = cleanText(raw.replace(/\r\n?/gu, '\n'))
  const { caret } = state.composer.draft.text
  const next = wrote(state, paste(state.composer, text)).state
  const slash = text.search(/\S*$/u)
  return { state: { ...next, menu: { ...next.menu, pasted: caret + slash } }, effects: nothing }
}

const menuMoves: Readonly<Record<string, Parameters<typeof moveHighlight>[1]>> = {
  up: 'up',
  down: 'down',
  'ctrl+p': 'up',
  'ctrl+n': 'down',
  pageUp: 'page-up',
  pageDown: 'page-down',
  home: 'first',
  end: 'last',
}

function menuKey(state: ChatState, menu: OpenMenu, name: string): Step | undefined {
  const movement = menuMoves[name]
  if (movement !== undefined) {
    const highlight = moveHighlight(menu, movement, 8)
    if (highlight === undefined) return undefined
    return { state: { ...state, menu: { ...state.menu, highlight } }, effects: nothing }
  }
  if (name !== 'enter' && name !== 'tab') return undefined
  const row = menu.rows[menu.highlight]?.row
  if (row === undefined) return name === 'tab' ? { state, effects: nothing } : undefined
  if (name === 'enter' && row.kind === 'command' && isWhole(state, row.id)) return undefined
  if (row.kind === 'skill') {
    const { skill, id: path, callableAs } = row
    const composer = pick(state.composer, menu.token, { skill, path, callableAs })
    return { state: { ...state, composer, menu: {} }, effects: nothing }
  }
  const text = `/${row.id}${row.hint === '' ? '' : ' '}`
  const composer = edit(state.composer, { ...state.composer.draft, text: fieldOf(text) })
  const closed = { start: 0, typed: row.id }
  return { state: { ...state, composer, menu: { closed } }, effects: nothing }
}

function isWhole({ composer }: ChatState, command: ChatCommand): boolean {
  return composer.draft.text.text.trim().toLowerCase() === `/${command}`
}

const movements: Readonly<Record<string, Movement>> = {
  left: 'left',
  'ctrl+b': 'left',
  right: 'right',
  'ctrl+f': 'right',
  'alt+left': 'word-left',
  'ctrl+left': 'word-left',
  'alt+b': 'word-left',
  'alt+right': 'word-right',
  'ctrl+right': 'word-right',
  'alt+f': 'word-right',
  home: 'line-start',
  'ctrl+a': 'line-start',
  end: 'line-end',
  'ctrl+e': 'line-end',
  'ctrl+home': 'start',
  'ctrl+end': 'end',
}

const removals: Readonly<Record<string, Movement>> = {
  backspace: 'left',
  'shift+backspace': 'left',
  delete: 'right',
  'ctrl+w': 'word-left',
  'alt+backspace': 'word-left',
  'ctrl+backspace': 'word-left',
  'alt+d': 'word-right',
  'alt+delete': 'word-right',
  'ctrl+u': 'line-start',
  'ctrl+k': 'line-end',
}

function draftKey(state: ChatState, name: string, facts: KeyFacts): Step {
  const { composer } = state
  const movement = movements[name]
  if (movement !== undefined) return at(state, moveCaret(composer, movement))
  if (name === 'ctrl+d' && composer.draft.text.text === '' && composer.draft.chip === undefined) {
    return { state, effects: [{ kind: 'quit' }] }
  }
  const removal = name === 'ctrl+d' ? 'right' : removals[name]
  if (removal !== undefined) return removed(state, name, removal)
  switch (name) {
    case 'enter':
      return enter(state, facts)
    case 'newline':
      return composer.draft.focus === 'text' ? wrote(state, type(composer, '\n')) : same(state)
    case 'up':
    case 'down':
    case 'ctrl+p':
    case 'ctrl+n':
      return upOrDown(state, name === 'up' || name === 'ctrl+p' ? -1 : 1, facts)
    case 'tab':
      return tab(state, 1)
    case 'shift+tab':
      return tab(state, -1)
    case 'ctrl+y':
      return composer.cut === '' ? same(state) : wrote(state, paste(composer, composer.cut))
    case 'ctrl+-':
    case 'ctrl+_':
      return wrote(state, undo(composer))
    case 'alt+-':
    case 'alt+_':
      return wrote(state, redo(composer))
    case 'ctrl+r':
      return state.turn === undefined && state.retriable
        ? { state, effects: [{ kind: 'retry' }] }
        : same(state)
    case 'ctrl+x':
      return { state: { ...state, queue: state.queue.slice(0, -1) }, effects: nothing }
    default:
      return same(state)
  }
}

function same(state: ChatState): Step {
  return { state, effects: nothing }
}

function at(state: ChatState, composer: Composer): Step {
  return { state: { ...state, composer }, effects: nothing }
}

/** Backspace at the start of the text takes the chip away. */
function removed(state: ChatState, name: string, removal: Movement): Step {
  const { composer } = state
  const { draft } = composer
  const isAtStart = focused(draft).caret === 0
  if (name === 'backspace' && isAtStart && draft.chip !== undefined) {
    const leavesField = draft.focus !== 'text' && draft.focus > 0
    if (leavesField) return at(state, moved(composer, { ...draft, focus: Number(draft.focus) - 1 }))
    return { state: { ...state, composer: removeChip(composer), menu: {} }, effects: nothing }
  }
  return wrote(state, removeTo(composer, removal))
}

/** Tab goes through fields and text; while a question waits, to it. */
function tab(state: ChatState, direction: 1 | -1): Step {
  if (state.approvals.length > 0) {
    return { state: { ...state, answering: { kind: 'keys' } }, effects: nothing }
  }
  const { composer } = state
  const { draft } = composer
  const count = draft.chip?.fields.length ?? 0
  if (count === 0) return same(state)
  const present = draft.focus === 'text' ? count : draft.focus
  const next = (present + direction + count + 1) % (count + 1)
  return at(state, moved(composer, { ...draft, focus: next === count ? 'text' : next }))
}

/** Within the text by rows as drawn; from an empty draft, and on in it, through the history. */
function upOrDown(state: ChatState, direction: -1 | 1, { cells }: KeyFacts): Step {
  const { composer, history } = state
  const { draft } = composer
  if (draft.focus !== 'text') return tab(state, direction)
  const isRecalled = history.at !== undefined
  if (isEmpty(draft) || isRecalled) {
    const rows = layOut(draft.text.text, cells)
    const { row } = caretIn(rows, draft.text.text, draft.text.caret)
    const isAtEdge = direction === -1 ? row === 0 : row === rows.length - 1
    if (isAtEdge) return recall(state, direction)
  }
  const { text, caret } = draft.text
  const rows = layOut(text, cells)
  const place = caretIn(rows, text, caret)
  const column = composer.column ?? place.column
  const target = rows[place.row + direction]
  if (target === undefined) {
    if (direction === -1 && draft.chip !== undefined && draft.chip.fields.length > 0) {
      return tab(state, -1)
    }
    return at(state, moveCaret(composer, direction === -1 ? 'start' : 'end'))
  }
  const next = moved(composer, withFocused(draft, { text, caret: placeAt(target, text, column) }))
  return at(state, { ...next, column })
}

function recall(state: ChatState, direction: -1 | 1): Step {
  const found = step(state.history, direction)
  if (found === undefined) return same(state)
  const draft = found.draft === 'empty' ? emptyDraft : found.draft
  const { chip, ...rest } = draft
  const ready: Draft =
    chip === undefined ? rest : { ...rest, chip: { ...chip, state: { kind: 'ready' } } }
  const composer = { ...emptyComposer, cut: state.composer.cut, draft: ready }
  // What is recalled is no typing: no menu opens over it.
  const token = { start: 0, typed: draft.text.text.slice(1, draft.text.caret) }
  return {
    state: { ...state, composer, history: found.history, menu: { closed: token } },
    effects: nothing,
  }
}

function enter(state: ChatState, { words }: KeyFacts): Step {
  const { draft } = state.composer
  const fields = draft.chip?.fields.length ?? 0
  if (draft.focus !== 'text' && draft.focus < fields - 1) return tab(state, 1)
  const { text, caret } = draft.text
  if (draft.focus === 'text' && text[caret - 1] === '\\' && caret === text.length) {
    // A backslash at the end asks for a new line, where the terminal has no key for it.
    return wrote(state, type(removeTo(state.composer, 'left'), '\n'))
  }
  const command = commandIn(draft)
  if (command !== undefined) {
    const emptied = sent(state, draft)
    return { state: emptied, effects: [{ kind: 'command', ...command }] }
  }
  if (isEmpty(draft)) {
    if (state.queue.length > 0 && state.turn === undefined) return sendNext(state)
    return same(state)
  }
  const { chip } = draft
  if (chip?.state.kind === 'gone') {
    return {
      state: { ...state, remark: words.terminal.gone(chip.callableAs, chip.state.reason) },
      effects: nothing,
    }
  }
  if (state.turn !== undefined || state.queue.length > 0) {
    const queued = sent(state, draft)
    return { state: { ...queued, queue: [...state.queue, draft] }, effects: nothing }
  }
  return { state: sent(state, draft), effects: [{ kind: 'send', draft, message: outgoing(draft) }] }
}

/** The first message of the queue goes out; one whose skill is gone holds it. */
export function sendNext(state: ChatState): Step {
  const [draft, ...queue] = state.queue
  if (draft === undefined || state.turn !== undefined) return same(state)
  const { held: _, ...rest } = state
  if (draft.chip?.state.kind === 'gone') {
    return { state: { ...state, held: draft.chip.state.reason }, effects: nothing }
  }
  return { state: { ...rest, queue }, effects: [{ kind: 'send', draft, message: outgoing(draft) }] }
}

function sent(state: ChatState, draft: Draft): ChatState {
  return {
    ...state,
    composer: { ...emptyComposer, cut: state.composer.cut },
    menu: {},
    history: remember(state.history, { ...draft, focus: 'text' }),
  }
}

/** A command is the whole text: its name, and for some of them words behind it. */
function commandIn(
  draft: Draft,
): { readonly command: ChatCommand; readonly argument: string } | undefined {
  if (draft.chip !== undefined) return undefined
  const [, name = '', argument = ''] =
    /^\/([a-z]+)(?:[ \t]+(\S[^\n]*))?\s*$/iu.exec(draft.text.text) ?? []
  const command = name.toLowerCase()
  if (!isChatCommand(command) || !isCommandName(command)) return undefined
  if (argument !== '' && !takesWords.has(command)) return undefined
  return { command, argument: argument.trim() }
}

function isCommandName(name: string): name is ChatCommand {
  return isChatCommand(name)
}

const takesWords: ReadonlySet<string> = new Set(['skills', 'model', 'drop', 'resume', 'export'])
