import { boxAt, closed, passed, taken } from './state.ts'
import type { ComposerState, Step, World } from './types.ts'

/** Up in an empty text: the last message with its chip and fields, then the ones before it. */
export function recall(state: ComposerState, to: 'earlier' | 'later', world: World): Step {
  const { history } = world
  const { recalled, content } = state
  if (recalled === undefined && (to === 'later' || content.text !== '')) return passed(state)
  const at = (recalled?.at ?? history.length) + (to === 'earlier' ? -1 : 1)
  const kept = recalled?.kept ?? content
  const shown = at === history.length ? kept : history[at]
  if (shown === undefined) return recalled === undefined ? passed(state) : taken(state)
  return taken(
    closed({
      ...state,
      content: shown,
      seen: boxAt(shown.text, shown.text.length),
      recalled: at === history.length ? undefined : { at, kept },
      picked: undefined,
    }),
    { type: 'replace', start: 0, end: content.text.length, with: shown.text },
    { type: 'focus', on: 'text' },
  )
}
