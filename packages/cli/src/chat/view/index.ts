import { openMenu } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import type { Standpoint } from '../../screen/paths.ts'
import type { Style } from '../../screen/terminal.ts'
import { fitWidth } from '../../screen/width.ts'
import { fieldOf } from '../composer/index.ts'
import { type MenuSource, placeOf } from '../menu/index.ts'
import { type DrawnQuestion, hasKeyboard, isStill } from '../state/approval-keys.ts'
import type { ChatState } from '../state/types.ts'
import type { Drawing, Lines, Size } from '../terminal/index.ts'
import { drawApproval } from './approval.ts'
import type { BlockView } from './blocks.ts'
import { drawComposer, promptCells } from './composer.ts'
import { drawMenu } from './menu.ts'
import { drawPanel } from './panel.ts'
import { drawActivity, drawQueue, drawStatus } from './status.ts'
import { createTranscript } from './transcript.ts'

export { promptCells }

export interface ViewFacts extends Size {
  /** Place of the first row on the screen; see `Component.draw`. */
  readonly top: number | undefined
  readonly now: number
  readonly source: MenuSource
  /** Counts up when the highlighter has come. */
  readonly version: number
}

export interface ViewOptions {
  readonly style: Style
  readonly words: Sentences
  readonly standpoint: Standpoint
  readonly markdown: BlockView['markdown']
}

/** Everything on screen, and the question among it. */
export interface ChatDrawing extends Drawing {
  readonly question?: DrawnQuestion
}

/** Everything on screen, from the conversation down to the status line. */
export type ChatView = (state: ChatState, facts: ViewFacts) => ChatDrawing

export function createView({ style, words, standpoint, markdown }: ViewOptions): ChatView {
  const transcript = createTranscript()
  return (state, { columns, rows, top, now, source, version }) => {
    const { unfolded, blocks, panel } = state
    const view = { style, words, columns, rows, now }
    const above = transcript(blocks, { ...view, unfolded, markdown }, { version, top })
    if (state.leaving) return { above, lines: [] }
    if (panel !== undefined) {
      // A question is no reason to close what is read, and is not kept from sight either.
      const waits = state.approvals.length > 0 ? [waitingLine()] : []
      return { above, ...below(waits, drawPanel(panel, view)) }
    }
    const { answering } = state
    const composer = drawComposer(
      answering.kind === 'reason'
        ? { text: fieldOf(answering.text), focus: 'text' }
        : state.composer.draft,
      { ...view, active: answering.kind !== 'keys' },
    )
    const menu =
      answering.kind === 'text' || answering.kind === 'open'
        ? openMenu(state.menu, source, placeOf(state.composer.draft))
        : undefined
    const foot = menu === undefined ? [drawStatus(state, view)] : drawMenu(menu, source, view)
    const behind = [
      ...(blocks.length > 0 ? [''] : []),
      ...(state.turn === undefined ? [] : [drawActivity(state, view)]),
      ...drawQueue(state, view),
    ]
    const lines = [...composer.lines, ...foot]
    const question = drawQuestion(state, rows - behind.length - lines.length - 1)
    const drawn = below([...question.lines, ...behind], { ...composer, lines })
    return {
      above,
      ...drawn,
      ...(question.drawn !== undefined && { question: question.drawn }),
    }

    function waitingLine(): string {
      return fitWidth(`${style.yellow('┃')} ${style.yellow(words.approval.waiting)} · Esc`, columns)
    }

    function drawQuestion(
      { approvals, answering }: ChatState,
      free: number,
    ): { readonly lines: readonly string[]; readonly drawn?: DrawnQuestion } {
      const [pending] = approvals
      if (pending === undefined) return { lines: [] }
      const { lines, window } = drawApproval(
        {
          pending,
          answering,
          hasKeyboard: hasKeyboard(state),
          isStill: isStill(state, now),
          more: approvals.length - 1,
          free,
        },
        { style, words, standpoint, columns },
      )
      return { lines: ['', ...lines], drawn: { id: pending.request.id, window } }
    }
  }
}

function below(above: readonly string[], { lines, caret }: Lines): Lines {
  const all = [...above, ...lines]
  return caret === undefined
    ? { lines: all }
    : { lines: all, caret: { ...caret, row: caret.row + above.length } }
}
