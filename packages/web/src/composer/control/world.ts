import type { Sentences } from '@skillet/language'
import type { SkilletMessage } from '@skillet/server/contract'
import { useOpen, usePage } from '../../state/index.ts'
import { argumentFields, type Chip, type Content, chipState } from '../draft/index.ts'
import { historyOf } from '../history.ts'
import { type MenuSource, menuOf } from '../menu/index.ts'
import type { World } from '../model/index.ts'

const noSkills = {}
const sources = new WeakMap<object, WeakMap<Sentences['menu'], MenuSource>>()

/** The menu of a list of skills, made once for each list and language. */
export function sourceOf(words: Sentences['menu']): MenuSource {
  const { skills } = usePage.getState()
  const byWords = sources.get(skills ?? noSkills) ?? new WeakMap()
  sources.set(skills ?? noSkills, byWords)
  const source = byWords.get(words) ?? menuOf(skills, words)
  byWords.set(words, source)
  return source
}

const histories = new WeakMap<readonly SkilletMessage[], readonly Content[]>()

function historyOfOpen(): readonly Content[] {
  const { messages } = useOpen.getState()
  const history = histories.get(messages) ?? historyOf(messages)
  histories.set(messages, history)
  return history
}

/** What the composer works with, as it is at this moment and not as it was last drawn. */
export function worldNow(words: Sentences['menu'], chip: Chip | undefined): World {
  return {
    source: sourceOf(words),
    history: historyOfOpen(),
    fields: fieldsOf(chip),
    coarse: matchMedia('(pointer: coarse)').matches,
  }
}

function fieldsOf(chip: Chip | undefined): number {
  if (chip === undefined) return 0
  const state = chipState(chip, usePage.getState().skills?.entries)
  const isShown = state.kind === 'ready' || state.kind === 'changed'
  return isShown ? argumentFields(state.entry).length : 0
}
