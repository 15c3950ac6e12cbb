import { sentences } from '@skillet/language'
import type { SkillEntry } from '@skillet/server/contract'
import { testSkill } from '../../test-skill/index.ts'
import type { Content } from '../draft/index.ts'
import { argumentFields } from '../draft/index.ts'
import { menuOf } from '../menu/index.ts'
import {
  type ComposerEvent,
  type ComposerState,
  composerWith,
  type Effect,
  type InputKind,
  openMenu,
  type Press,
  step,
  type TextBox,
  type World,
} from './index.ts'
import { boxAt } from './state.ts'

// What the tests of the model share: skills, and a page that is no browser.
const words = sentences('en').menu
export const review = testSkill('review', { argumentHint: '<target> [depth]' })
export const entries = [
  review,
  testSkill('idea-log'),
  testSkill('deep-research'),
  testSkill('gs'),
  testSkill('gshow'),
  testSkill('release'),
  testSkill('周报'),
]
const sourceOf = (...list: readonly SkillEntry[]) => menuOf({ entries: list, roots: [] }, words)
export const content = (text: string, more: Partial<Content> = {}): Content => ({
  text,
  chip: undefined,
  fields: [],
  ...more,
})
export const chip = ({ path, callableAs }: SkillEntry) => ({
  path,
  name: callableAs,
  changed: false,
})

/** A text box that does what a browser does, and a composer that is told of it. */
export function writing(more: Partial<World> = {}, begun: Content = content('')) {
  let world: World = {
    source: sourceOf(...entries),
    history: [],
    fields: 0,
    coarse: false,
    ...more,
  }
  let state: ComposerState = composerWith(begun)
  let box: TextBox = state.seen
  const asked: Effect[] = []

  const tell = (event: ComposerEvent): boolean => {
    const picked = entries.find(({ path }) => path === state.content.chip?.path)
    const fields = picked === undefined ? 0 : argumentFields(picked).length
    const { state: after, effects, taken } = step(state, event, { ...world, fields })
    state = after
    for (const effect of effects) {
      asked.push(effect)
      if (effect.type === 'replace') change(effect.start, effect.end, effect.with, 'placed')
    }
    return taken
  }
  const change = (start: number, end: number, put: string, kind: InputKind): void => {
    box = boxAt(box.text.slice(0, start) + put + box.text.slice(end), start + put.length)
    tell({ type: 'input', kind, box })
  }
  const page = {
    state: () => state,
    box: () => box,
    /** What was asked of the page besides the text. */
    asked: () => asked.filter(({ type }) => type !== 'replace' && type !== 'focus'),
    focus: () => asked.findLast((effect) => effect.type === 'focus')?.on,
    tell,
    put: (text: string, kind: InputKind = 'typed') => change(box.start, box.end, text, kind),
    type(text: string) {
      for (const letter of text) if (!page.press(letter)) page.put(letter)
    },
    paste: (text: string) => page.put(text, 'pasted'),
    undoTo(text: string) {
      box = boxAt(text, text.length)
      tell({ type: 'input', kind: 'undone', box })
    },
    press: (key: string, held: Partial<Press> = {}) =>
      tell({ type: 'key', press: { ...unheld, key, ...held }, box }),
    caret(start: number, end = start) {
      box = { ...box, start, end }
      tell({ type: 'caret', box })
    },
    erase: () => change(Math.max(0, box.start - 1), box.end, '', 'typed'),
    compose(text: string) {
      tell({ type: 'composition-started' })
      page.put(text)
    },
    settle: () => tell({ type: 'composition-settled', box }),
    list(...list: readonly SkillEntry[]) {
      world = { ...world, source: sourceOf(...list) }
    },
    menu: () => openMenu(state, world),
    highlight: () => page.menu()?.current?.row.name,
  }
  return page
}

export const unheld: Press = {
  key: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
}
