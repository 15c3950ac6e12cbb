import { noMenu } from '@skillet/core/menu'
import type { Sentences } from '@skillet/language'
import { folderOf } from '../conversations/open.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { count } from '../screen/numbers.ts'
import { emptyComposer, emptyHistory, fieldOf, outgoing } from './composer/index.ts'
import type { MenuSource } from './menu/index.ts'
import type { Chat } from './session/chat.ts'
import { findHere, resumePanel } from './session/commands.ts'
import type { Keeper } from './session/keeper.ts'
import type { Session } from './session/session.ts'
import { say } from './state/events.ts'
import type { ChatState } from './state/types.ts'
import type { ChatOptions } from './types.ts'

/** Nothing said yet. */
export function firstState(): ChatState {
  return {
    blocks: [],
    composer: emptyComposer,
    history: emptyHistory,
    menu: noMenu,
    approvals: [],
    answering: { kind: 'open' },
    queue: [],
    status: {
      model: undefined,
      guided: false,
      active: [],
      dropping: [],
      contextTokens: 0,
      window: 0,
    },
    unfolded: false,
    retriable: false,
    leaving: false,
    lastKeyAt: 0,
  }
}

/** What is here, in a line or two. */
export function welcome(
  state: ChatState,
  { skills, untrusted }: MenuSource,
  words: Sentences,
): ChatState {
  const { terminal } = words
  const here =
    skills.length === 0
      ? terminal.noSkills
      : terminal.welcome(terminal.skills(count(skills.length)))
  const greeted = say(state, 'info', here)
  return untrusted === 0
    ? greeted
    : say(greeted, 'warning', terminal.waitForTrust(count(untrusted)))
}

/** Loads the engine, goes on where the options say, and sends what they bring. */
export async function startUp(
  chat: Chat,
  session: Session,
  keeper: Keeper,
  { message, model, resume, latest }: ChatOptions,
): Promise<void> {
  const work = async () => {
    const { store } = await chat.opened()
    await keeper.begin()
    await session.begin()
    if (store !== undefined && latest) {
      const [last] = await store.list({ workspace: folderOf(chat.workspace), limit: 1 })
      if (last !== undefined) await session.resume(last.id)
    } else if (store !== undefined && resume !== undefined) {
      if (resume === '') {
        const panel = await resumePanel(chat, store)
        const none = chat.words.terminal.noConversations
        chat.change((state) =>
          panel === undefined ? say(state, 'info', none) : { ...state, panel },
        )
      } else {
        const found = await findHere(chat, store, resume)
        if (typeof found === 'string') chat.change((state) => say(state, 'warning', found))
        else await session.resume(found.id)
      }
    }
    if (message === undefined || message.trim() === '') return
    const draft = { text: fieldOf(cleanText(message)), focus: 'text' as const }
    session.run([{ kind: 'send', draft, message: outgoing(draft) }])
  }
  if (model !== undefined) {
    chat.change((state) => ({ ...state, status: { ...state.status, chosen: model } }))
  }
  work().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    chat.change((state) => say(state, 'error', cleanLine(why)))
  })
}
