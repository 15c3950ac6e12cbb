import type { ApprovalRequest } from '@skillet/agent'
import { parseSkill } from '@skillet/core'
import { noMenu, openMenu } from '@skillet/core/menu'
import { sentences } from '@skillet/language'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyComposer, emptyHistory, fieldOf } from '../composer/index.ts'
import { type MenuSource, placeOf } from '../menu/index.ts'
import type { KeyInput } from '../terminal/index.ts'
import { shown, stillMs } from './approval-keys.ts'
import { applyKey, armedMs, type KeyFacts, sendNext } from './keys.ts'
import type { ChatState, Effect } from './types.ts'

const words = sentences('en')
const { skill } = parseSkill('---\nname: review\ndescription: Reviews a change.\n---\n', {
  location: '/s/review/SKILL.md',
})
if (skill === undefined) throw new Error('The skill of these tests is none.')
const row = {
  kind: 'skill' as const,
  id: '/s/review',
  name: 'review',
  description: '',
  callableAs: 'review',
  hint: '',
  source: 'user',
  skill,
}
const source: MenuSource = {
  version: 1,
  skills: [row],
  qualified: [row],
  commands: (['help', 'model', 'quit'] as const).map((name) => ({
    kind: 'command',
    id: name,
    name,
    ...words.menu.commands[name],
  })),
  untrusted: 0,
  invalid: 0,
  folders: [],
}
const facts = (now = 10_000): KeyFacts => ({ now, cells: 40, rows: 24, source, words })

const idle: ChatState = {
  blocks: [],
  composer: emptyComposer,
  history: emptyHistory,
  menu: noMenu,
  approvals: [],
  answering: { kind: 'open' },
  queue: [],
  status: { model: 'm', guided: false, active: [], dropping: [], contextTokens: 0, window: 0 },
  unfolded: false,
  retriable: false,
  leaving: false,
  lastKeyAt: 0,
}
const running: ChatState = {
  ...idle,
  turn: {
    id: '1',
    startedAt: 0,
    doing: 'model',
    stopping: false,
    inputTokens: 0,
    outputTokens: 0,
    guided: false,
  },
}

const press = (name: string): KeyInput => ({ kind: 'key', name })
const letters = (text: string): readonly KeyInput[] =>
  Array.from(text, (letter) => ({ kind: 'text', text: letter }))

function after(state: ChatState, ...inputs: readonly KeyInput[]) {
  const effects: Effect[] = []
  const last = inputs.reduce((now, input) => {
    const step = applyKey(now, input, facts())
    effects.push(...step.effects)
    return step.state
  }, state)
  return { state: last, effects }
}

describe('sending', () => {
  it('Enter sends the text and remembers it; an empty text sends nothing', () => {
    const { state, effects } = after(idle, ...letters('hi'), press('enter'))
    expect(effects).toMatchObject([{ kind: 'send', message: { text: 'hi' } }])
    expect(state.composer.draft.text.text).toBe('')
    expect(after(idle, press('enter')).effects).toEqual([])
  })

  it('while an answer runs, Enter queues, and Ctrl-X takes the last one back', () => {
    const queued = after(running, ...letters('a'), press('enter'), ...letters('b'), press('enter'))
    expect(queued.effects).toEqual([])
    expect(queued.state.queue.map(({ text }) => text.text)).toEqual(['a', 'b'])
    const back = after(queued.state, press('ctrl+x')).state
    expect(back.queue).toHaveLength(1)
    expect(back.composer.draft.text.text).toBe('b')
  })

  it('a queued message whose skill is gone holds the queue there, with the reason', () => {
    const chip = {
      path: '/s/review',
      callableAs: 'review',
      fields: [],
      state: { kind: 'gone' as const, reason: 'it is invalid' },
    }
    const queue = [{ text: fieldOf(''), chip, focus: 'text' as const }]
    const { state, effects } = sendNext({ ...idle, queue })
    expect(effects).toEqual([])
    expect(state.held).toBe('it is invalid')
    expect(state.queue).toHaveLength(1)
  })

  it('a chat command runs on Enter when it is the whole text, whatever the case', () => {
    expect(after(idle, ...letters('/Help'), press('escape'), press('enter')).effects).toEqual([
      { kind: 'command', command: 'help', argument: '' },
    ])
    expect(after(idle, ...letters('/model sonnet'), press('enter')).effects).toEqual([
      { kind: 'command', command: 'model', argument: 'sonnet' },
    ])
    expect(after(idle, ...letters('/help me with this'), press('enter')).effects).toMatchObject([
      { kind: 'send' },
    ])
  })

  it('Tab picks a command into the text and never runs it', () => {
    const picked = after(idle, ...letters('/mo'), press('tab'))
    expect(picked.effects).toEqual([])
    expect(picked.state.composer.draft.text.text).toBe('/model ')
    expect(after(picked.state, press('enter')).effects).toMatchObject([{ kind: 'command' }])
  })
})

describe('a burst gives what slow typing gives', () => {
  it('letters in one piece or one by one end in the same draft and effects', () => {
    const texts = fc.array(fc.constantFrom('/', 'r', 'e', 'v', ' ', '文', '、', 'x'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(texts, (parts) => {
        const slow = after(idle, ...letters(parts.join('')), press('enter'))
        const fast = after(
          idle,
          ...parts.map((text): KeyInput => ({ kind: 'text', text })),
          press('enter'),
        )
        expect(fast.state.composer.draft).toEqual(slow.state.composer.draft)
        expect(fast.effects).toEqual(slow.effects)
      }),
    )
  })

  it('/rev and Enter pick the skill and send nothing; a second Enter sends it alone', () => {
    const picked = after(idle, ...letters('/rev'), press('enter'))
    expect(picked.effects).toEqual([])
    expect(picked.state.composer.draft.chip?.callableAs).toBe('review')
    expect(after(picked.state, press('enter')).effects).toMatchObject([
      { kind: 'send', message: { text: '', skill: '/s/review' } },
    ])
  })
})

describe('the menu in the terminal', () => {
  const shown = (state: ChatState) =>
    openMenu(state.menu, source, placeOf(state.composer.draft))?.rows.map(({ row }) => row.name)
  const paste = (text: string): KeyInput => ({ kind: 'paste', text })

  it('bug 45 what a pick replaces: a command leaves what stands behind its token', () => {
    const before = after(idle, ...letters(' fast'), press('home'), ...letters('/mo'), press('tab'))
    expect(before.state.composer.draft.text).toEqual({ text: '/model  fast', caret: 7 })
    expect(before.effects).toEqual([])
  })

  it('a command with its words runs on Enter although the menu is open on its name', () => {
    const { effects } = after(
      idle,
      ...letters(' fast'),
      press('home'),
      ...letters('/model'),
      press('enter'),
    )
    expect(effects).toEqual([{ kind: 'command', command: 'model', argument: 'fast' }])
  })

  it('closed by Escape, it opens with the next letter, also one that is taken back', () => {
    const closed = after(idle, ...letters('/re'), press('escape')).state
    expect(shown(closed)).toBeUndefined()
    expect(shown(after(closed, ...letters('v'), press('backspace')).state)).toEqual(['review'])
  })

  it('opens for a slash behind a paste, and for none within one', () => {
    expect(shown(after(idle, paste('see '), ...letters('/re')).state)).toEqual(['review'])
    expect(shown(after(idle, paste('周报/re'), ...letters('v')).state)).toBeUndefined()
    const cut = after(idle, ...letters('/re'), press('ctrl+w'), press('ctrl+w'), press('ctrl+y'))
    expect(cut.state.composer.draft.text.text).toContain('/')
    expect(shown(cut.state)).toBeUndefined()
  })

  it('asks for typing: neither undo nor the caret opens it', () => {
    const undone = after(idle, ...letters('see /rev'), press('enter'), press('ctrl+-')).state
    expect(undone.composer.draft.text.text).toBe('see /rev')
    expect(shown(undone)).toBeUndefined()
    const back = after(idle, ...letters('a /re'), press('ctrl+left'), press('ctrl+a')).state
    expect(shown(after(back, press('ctrl+e')).state)).toBeUndefined()
  })

  it('without a hit, Tab means Tab', () => {
    const field = { name: 'file', help: '', placeholder: '', value: fieldOf('') }
    const chip = {
      path: '/s/review',
      callableAs: 'review',
      fields: [field],
      state: { kind: 'ready' as const },
    }
    const withChip: ChatState = {
      ...idle,
      composer: { ...emptyComposer, draft: { text: fieldOf(''), chip, focus: 'text' } },
    }
    const open = after(withChip, ...letters('/zzz')).state
    expect(shown(open)).toEqual([])
    const left = after(open, press('tab')).state
    expect(left.composer.draft.focus).toBe(0)
    expect(shown(after(left, press('tab')).state)).toBeUndefined()
  })
})

describe('Escape and Ctrl-C', () => {
  it('Escape closes the menu until the token changes, and stops only when pressed twice', () => {
    const open = after(running, ...letters('/re')).state
    const closed = after(open, press('escape'))
    expect(closed.effects).toEqual([])
    const armed = after(closed.state, press('escape'))
    expect(armed.effects).toEqual([])
    expect(after(armed.state, press('escape')).effects).toEqual([{ kind: 'stop' }])
    const late = applyKey(armed.state, press('escape'), facts(10_001 + armedMs))
    expect(late.effects).toEqual([])
  })

  it('Ctrl-C stops what runs; else empties the draft, which undo brings back; else leaves at the second', () => {
    expect(after(running, press('ctrl+c')).effects).toEqual([{ kind: 'stop' }])
    const emptied = after(idle, ...letters('draft'), press('ctrl+c'))
    expect(emptied.state.composer.draft.text.text).toBe('')
    expect(after(emptied.state, press('ctrl+-')).state.composer.draft.text.text).toBe('draft')
    expect(after(idle, press('ctrl+c')).effects).toEqual([])
    expect(after(idle, press('ctrl+c'), press('ctrl+c')).effects).toEqual([{ kind: 'quit' }])
  })
})

describe('a question', () => {
  const request: ApprovalRequest = {
    id: 'q',
    callId: 'c',
    tool: 'write',
    input: {},
    access: { kind: 'write', paths: ['/x'] },
    workspace: '/',
    reason: '',
    rule: 'write(x)',
    digest: 'd',
  }
  const asked = (shownAt: number): ChatState => ({ ...running, approvals: [{ request, shownAt }] })

  it('is not answered by what was typed before it, nor by a keyboard that is not still', () => {
    const now = 10_000
    const early = applyKey(asked(now - stillMs + 1), { kind: 'text', text: 'y' }, facts(now))
    expect(early.effects).toEqual([])
    const busy = { ...asked(0), lastKeyAt: now - 10 }
    expect(applyKey(busy, { kind: 'text', text: 'y' }, facts(now)).effects).toEqual([])
    expect(applyKey(asked(0), { kind: 'text', text: 'y' }, facts(now)).effects).toEqual([
      { kind: 'answer', id: 'q', answer: { decision: 'once', digest: 'd' } },
    ])
  })

  it('is not answered before it was on screen, nor where none of it can be seen', () => {
    const unseen = { ...asked(0), approvals: [{ request }] }
    expect(applyKey(unseen, { kind: 'text', text: 'y' }, facts()).effects).toEqual([])
    const small = shown(unseen, { id: 'q' }, { now: 0, rows: 5 })
    expect(applyKey(small, { kind: 'text', text: 'y' }, facts()).effects).toEqual([])
    const seen = shown(unseen, { id: 'q' }, { now: 0, rows: 24 })
    expect(applyKey(seen, { kind: 'text', text: 'y' }, facts()).effects).toHaveLength(1)
    expect(shown(unseen, { id: 'another' }, { now: 0, rows: 24 })).toBe(unseen)
  })

  describe('longer than the screen', () => {
    const rows = (first: number, total = 25) => ({ first, size: 10, total })
    const drawn = (state: ChatState, first: number, total?: number) =>
      shown(state, { id: 'q', window: rows(first, total) }, { now: 0, rows: 24 })
    const yes = (state: ChatState) =>
      applyKey({ ...state, lastKeyAt: 0 }, { kind: 'text', text: 'y' }, facts()).effects
    const top = drawn({ ...asked(0), approvals: [{ request }] }, 0)
    const scrolled = (state: ChatState, ...keys: readonly string[]) => {
      const next = after(state, ...keys.map(press)).state
      return drawn(next, next.approvals[0]?.window?.first ?? -1)
    }

    it('is agreed to only once all of it was on screen; a no needs no reading', () => {
      expect(yes(top)).toEqual([])
      const refused = applyKey({ ...top, lastKeyAt: 0 }, { kind: 'text', text: 'n' }, facts())
      expect(refused.state.answering).toEqual({ kind: 'reason', text: '' })
      const middle = scrolled(top, 'pageDown')
      expect(yes(middle)).toEqual([])
      const end = scrolled(middle, 'pageDown')
      expect(end.approvals[0]?.window).toEqual({ ...rows(15), seen: 25 })
      expect(yes(end)).toHaveLength(1)
      expect(yes(scrolled(end, 'home'))).toHaveLength(1)
    })

    it('is scrolled by pages also while a draft is written', () => {
      const writing = after(top, ...letters('also')).state
      expect(scrolled(writing, 'pageDown').approvals[0]?.window?.first).toBe(9)
      expect(scrolled(writing, 'down').approvals[0]?.window?.first).toBe(0)
    })

    it('scrolls by rows too, and not beyond its ends', () => {
      expect(scrolled(top, 'up').approvals[0]?.window?.first).toBe(0)
      expect(scrolled(top, 'down', 'down', 'up').approvals[0]?.window?.first).toBe(1)
    })

    it('leaves out no row where several keys come before a drawing', () => {
      const twice = scrolled(top, 'pageDown', 'pageDown')
      expect(twice.approvals[0]?.window).toEqual({ ...rows(10), seen: 20 })
      expect(yes(twice)).toEqual([])
      expect(yes(drawn(top, 15))).toEqual([])
    })

    it('has other rows on a screen of another width, which were not seen', () => {
      const end = scrolled(scrolled(top, 'pageDown'), 'pageDown')
      expect(yes(drawn(end, 15, 40))).toEqual([])
    })
  })

  it('Tab gives the keyboard to the draft, empty as it is, until Tab again', () => {
    const writing = after(asked(0), press('tab')).state
    const typed = after(writing, ...letters('also'))
    expect([typed.effects, typed.state.composer.draft.text.text]).toEqual([[], 'also'])
    const back = after(writing, press('tab')).state
    expect(after(back, { kind: 'text', text: 'y' }).effects).toHaveLength(1)
  })

  it('what was typed into the draft keeps the keyboard there, also when it is taken back', () => {
    const erased = after(asked(0), { kind: 'text', text: 'x' }, press('backspace')).state
    const later = { ...erased, lastKeyAt: 0 }
    const typed = applyKey(later, { kind: 'text', text: 'y' }, facts())
    expect([typed.effects, typed.state.composer.draft.text.text]).toEqual([[], 'y'])
  })

  it('letters that come together answer nothing: they are a paste without its marks', () => {
    const typed = after(
      asked(0),
      ...letters('yes').map((one) => ({ ...one, together: true }) as const),
    )
    expect([typed.effects, typed.state.composer.draft.text.text]).toEqual([[], 'yes'])
  })

  it('a paste never answers, and neither does Enter', () => {
    expect(applyKey(asked(0), { kind: 'paste', text: 'y' }, facts()).effects).toEqual([])
    expect(applyKey(asked(0), press('enter'), facts()).effects).toEqual([])
  })

  it('a call that no rule can cover offers no always', () => {
    const state = { ...asked(0), approvals: [{ request: { ...request, rule: '' }, shownAt: 0 }] }
    expect(applyKey(state, { kind: 'text', text: 'a' }, facts()).effects).toEqual([])
  })

  it('n takes a reason; Escape goes back to the keys', () => {
    const asking = after(asked(0), { kind: 'text', text: 'n' }).state
    expect(asking.answering).toEqual({ kind: 'reason', text: '' })
    const said = after(asking, ...letters('no'), press('enter'))
    expect(said.effects).toEqual([
      { kind: 'answer', id: 'q', answer: { decision: 'no', digest: 'd', reason: 'no' } },
    ])
    expect(after(asking, press('escape')).state.answering).toEqual({ kind: 'open' })
  })
})
