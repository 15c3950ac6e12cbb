import { statSync } from 'node:fs'
import { sentences } from '@skillet/language'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Workspace } from '../library/open.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { shortPath } from '../screen/paths.ts'
import { firstState, startUp, welcome } from './begin.ts'
import { lateHighlighter, lateOpening } from './late.ts'
import { createMarkdown, loadHighlighter, type Markdown } from './markdown/index.ts'
import { menuOf } from './menu/index.ts'
import type { Chat } from './session/chat.ts'
import { createKeeper } from './session/keeper.ts'
import { draftAfter, reloadNews } from './session/reload.ts'
import { createSession } from './session/session.ts'
import { skillsPanel } from './session/skills.ts'
import { type DrawnQuestion, shown, stillMs } from './state/approval-keys.ts'
import { say } from './state/events.ts'
import { applyKey } from './state/keys.ts'
import type { ChatState } from './state/types.ts'
import { type Console, openScreen, type Screen } from './terminal/index.ts'
import type { ChatOptions } from './types.ts'
import { createView, promptCells } from './view/index.ts'

/** How often what shows by itself is looked at: the time of a running call, files of picked skills. */
const tickMs = 1000

/** The chat on a terminal that can be drawn on. Resolves when the person leaves. */
export async function openLiveChat(
  context: Context,
  console: Console,
  workspace: Workspace,
  options: ChatOptions,
): Promise<ExitCode> {
  const { style } = context.terminal.stdout
  const words = sentences(workspace.language ?? 'en')
  const { library, standpoint } = workspace
  const shorten = (path: string) => cleanLine(shortPath(path, standpoint))
  let source = menuOf(library.snapshot, words.menu, shorten)
  let snapshot = library.snapshot
  let version = 0
  let screen: Screen | undefined
  /** The question that was drawn last. */
  let asked: DrawnQuestion | undefined
  let state = welcome(firstState(), source, words)

  const highlighting = lateHighlighter(
    style.isColorSupported ? () => loadHighlighter(style) : undefined,
    () => {
      version += 1
      screen?.redraw()
    },
  )
  /** Of answers that are being written. */
  const documents = new Map<string, Markdown>()
  const view = createView({
    style,
    words,
    standpoint,
    markdown({ id, open }) {
      const known = documents.get(id) ?? createMarkdown(style, highlighting, '  ')
      if (open) documents.set(id, known)
      else documents.delete(id)
      return known
    },
  })

  /** How the files of picked skills were when they were picked. */
  const stamps = new Map<string, string>()
  let stillTimer: NodeJS.Timeout | undefined
  const change: Chat['change'] = (make) => {
    const before = state
    state = make(state)
    if (before === state) return
    keeper.changed(before, state)
    const path = state.composer.draft.chip?.path
    if (path !== undefined && !stamps.has(path)) stamps.set(path, stampOf(path))
    if (state.approvals.length > 0) {
      clearTimeout(stillTimer)
      stillTimer = setTimeout(() => screen?.redraw(), stillMs + 20)
    }
    screen?.redraw()
  }
  const chat: Chat = {
    context,
    workspace,
    words,
    style,
    shorten,
    state: () => state,
    change,
    opened: lateOpening(context, workspace, (text) =>
      change((now) => say(now, 'warning', cleanText(text).trim())),
    ),
    now: Date.now,
  }

  const keeper = createKeeper(chat)

  let leave: (code: ExitCode) => void = () => {}
  const left = new Promise<ExitCode>((resolve) => {
    leave = resolve
  })
  const session = createSession(chat, {
    quit: () => leave(exitCodes.done),
    suspend: () => screen?.suspend(),
  })
  screen = openScreen(console, {
    draw(size, top) {
      const drawing = view(state, { ...size, top, now: Date.now(), source, version })
      asked = drawing.question
      return drawing
    },
    drawn() {
      const question = asked
      if (question === undefined) return
      change((now) => shown(now, question, { now: Date.now(), rows: console.rows }))
    },
    input(input) {
      const step = applyKey(state, input, {
        now: Date.now(),
        cells: Math.max(1, console.columns - promptCells),
        rows: console.rows,
        source,
        words,
      })
      change(() => step.state)
      session.run(step.effects)
    },
    end: () => leave(exitCodes.hungUp),
  })
  const unlisten = context.interrupts.listen((code) => leave(code))
  const stay = context.interrupts.beforeLeaving(() => {
    keeper.keep()
    screen?.close()
  })

  const isEdited = (path: string) => {
    const known = stamps.get(path)
    return known !== undefined && known !== stampOf(path)
  }
  const lookAtChips = () =>
    change((now) => {
      const draft = draftAfter(now.composer.draft, snapshot, isEdited)
      const queue = now.queue.map((one) => draftAfter(one, snapshot, isEdited))
      if (draft.chip === undefined && queue.length === 0) stamps.clear()
      const isSame =
        draft === now.composer.draft && queue.every((one, index) => one === now.queue[index])
      return isSame ? now : { ...now, composer: { ...now.composer, draft }, queue }
    })
  const ticking = setInterval(() => {
    lookAtChips()
    keeper.renew()
    if (state.turn !== undefined || state.armed !== undefined) screen?.redraw()
    change(disarmedLate)
  }, tickMs)
  const watching = library.watch((after) => {
    const news = reloadNews(snapshot, after, words)
    snapshot = after
    source = menuOf(after, words.menu, shorten)
    lookAtChips()
    change((now) =>
      news.reduce((all, { level, message, hint }) => say(all, level, message, hint), { ...now }),
    )
    change((now) => refreshPanel(now, chat))
  })

  try {
    // The first prompt is on screen before the engine is loaded.
    await painted()
    await startUp(chat, session, keeper, options)
    const code = await left
    await session.end()
    change((now) => ({ ...farewell(now, chat), leaving: true }))
    await painted()
    return code
  } finally {
    clearInterval(ticking)
    clearTimeout(stillTimer)
    watching[Symbol.dispose]()
    stay()
    unlisten()
    keeper.keep()
    screen.close()
    await chat.opened().then(
      ({ store }) => store?.close(),
      () => {},
    )
  }
}

/** Long enough for one drawing. */
function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 25))
}

function disarmedLate(state: ChatState): ChatState {
  if (state.armed === undefined || Date.now() <= state.armed.until) return state
  const { armed: _, remark: __, ...rest } = state
  return rest
}

/** The last lines: how to go on in this conversation. */
function farewell(state: ChatState, { words }: Chat): ChatState {
  const { conversationId } = state.status
  return conversationId === undefined
    ? state
    : say(state, 'info', words.terminal.goodbye(conversationId))
}

/** An open list of skills follows the disk. */
function refreshPanel(state: ChatState, chat: Chat): ChatState {
  const { panel } = state
  if (panel?.kind !== 'list' || panel.purpose !== 'skills') return state
  const { rows, groups } = skillsPanel(chat, '')
  return { ...state, panel: { ...panel, rows, groups } }
}

/** When a file was changed last, and its size; the same text where it is gone. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`
}
