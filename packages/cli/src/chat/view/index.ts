import { openMenu } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import type { Standpoint } from '../../screen/paths.ts'
import type { Style } from '../../screen/terminal.ts'
import { fitWidth } from '../../screen/width.ts'
import { fieldOf } from '../composer/index.ts'
import type { Markdown } from '../markdown/index.ts'
import { type MenuSource, placeOf } from '../menu/index.ts'
import { type DrawnQuestion, hasKeyboard, isStill } from '../state/approval-keys.ts'
import type { ChatState } from '../state/types.ts'
import type { Drawing } from '../terminal/index.ts'
import { drawApproval } from './approval.ts'
import { drawComposer, promptCells } from './composer.ts'
import { drawMenu } from './menu.ts'
import { drawPanel } from './panel.ts'
import { drawActivity, drawQueue, drawStatus } from './status.ts'
import { createTranscript } from './transcript.ts'

export { promptCells }

export interface ViewFacts {
  readonly columns: number
  readonly rows: number
  readonly now: number
  readonly source: MenuSource
  /** Counts up when the highlighter has come. */
  readonly version: number
}

export interface ViewOptions {
  readonly style: Style
  readonly words: Sentences
  readonly standpoint: Standpoint
  readonly markdown: (id: string) => Markdown
}

/** Everything on screen, and the question among it. */
export interface ChatDrawing extends Drawing {
  readonly question?: DrawnQuestion
}

/** Everything on screen, from the conversation down to the status line. */
export type ChatView = (state: ChatState, facts: ViewFacts) => ChatDrawing

export function createView({ style, words, standpoint, markdown }: ViewOptions): ChatView {
  const transcript = createTranscript()
  return (state, { columns, rows, now, source, version }) => {
    const { unfolded, blocks, panel } = state
    const view = { style, words, columns, rows, now }
    const above = transcript(blocks, { ...view, unfolded, markdown }, version)
    if (state.leaving) return { lines: above }
    if (panel !== undefined) {
      // A question is no reason to close what is read, and is not kept from sight either.
      const waits = state.approvals.length > 0 ? [waitingLine()] : []
      return below([...above, ...waits], drawPanel(panel, view))
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
      ...(above.length > 0 ? [''] : []),
      ...(state.turn === undefined ? [] : [drawActivity(state, view)]),
      ...drawQueue(state, view),
    ]
    const lines = [...composer.lines, ...foot]
    const question = drawQuestion(state, rows - behind.length - lines.length - 1)
    const drawn = below([...above, ...question.lines, ...behind], { ...composer, lines })
    return question.drawn === undefined ? drawn : { ...drawn, question: question.drawn }

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

function below(above: readonly string[], { lines, caret }: Drawing): Drawing {
  const all = [...above, ...lines]
  return caret === undefined
    ? { lines: all }
    : { lines: all, caret: { ...caret, row: caret.row + above.length } }
}
