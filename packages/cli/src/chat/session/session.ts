import { randomUUID } from 'node:crypto'
import type { ConversationView, EngineEvent, SubmitOptions } from '@skillet/agent'
import { folderOf } from '../../conversations/open.ts'
import { cleanLine } from '../../screen/clean.ts'
import type { Draft, Outgoing } from '../composer/index.ts'
import type { Panel } from '../panels/index.ts'
import { createEventCleaner } from '../state/clean-events.ts'
import { add, applyEvent, say } from '../state/events.ts'
import { sendNext } from '../state/keys.ts'
import type { ChatState, Effect } from '../state/types.ts'
import type { Chat } from './chat.ts'
import { chooseModel, dropSkill, runCommand } from './commands.ts'
import { type ShownContext, sectionPanel } from './context-panel.ts'
import { resumed } from './resumed.ts'
import { unsent, userBlock } from './sent.ts'
import { actOnSkill, skillPanel } from './skills.ts'
import { typedDrafts } from './stored.ts'

/** What runs the effects of keys: turns, commands, panels. */
export interface Session {
  run(effects: readonly Effect[]): void
  /** Shows an earlier conversation and goes on in it. */
  resume(id: string): Promise<void>
  /** After the engine is there: the model, the history, what was left unfinished. */
  begin(): Promise<void>
  /** Stops what runs and resolves once nothing does. What waits is sent no more, and kept as a draft. */
  end(): Promise<void>
}

/** What was to go out waits again. */
function waitingAgain(state: ChatState, draft: Draft): ChatState {
  const { sending: _, ...rest } = state
  return { ...rest, queue: [draft, ...state.queue] }
}

export interface SessionActions {
  readonly quit: () => void
  readonly suspend: () => void
}

export function createSession(chat: Chat, actions: SessionActions): Session {
  let running: Promise<void> | undefined
  let stop: AbortController | undefined
  let isEnding = false
  let shownContext: ShownContext | undefined
  /** A message that was refused as a near miss: sent once more as it is, it is plain text. */
  let refusedText: string | undefined
  const { words } = chat

  const startTurn = (
    begin: (signal: AbortSignal) => Promise<AsyncIterable<EngineEvent>>,
    onUnsent: (state: ChatState) => ChatState,
  ) => {
    const controller = new AbortController()
    stop = controller
    const startedAt = chat.now()
    chat.change((state) => ({
      ...state,
      retriable: false,
      turn: {
        id: String(startedAt),
        startedAt,
        doing: 'model',
        stopping: false,
        inputTokens: 0,
        outputTokens: 0,
        cost: 0,
        guided: state.status.guided,
      },
    }))
    running = readTurn(begin, controller.signal, onUnsent).then((outcome) => {
      running = undefined
      stop = undefined
      afterTurn(outcome)
    })
  }

  const readTurn = async (
    begin: (signal: AbortSignal) => Promise<AsyncIterable<EngineEvent>>,
    signal: AbortSignal,
    onUnsent: (state: ChatState) => ChatState,
  ): Promise<'sent' | 'unsent'> => {
    const clean = createEventCleaner()
    let outcome: 'sent' | 'unsent' = 'sent'
    let hasStarted = false
    try {
      for await (const raw of await begin(signal)) {
        if (raw.type === 'turn-start') hasStarted = true
        if (raw.type === 'turn-end' && !hasStarted && raw.reason === 'error') {
          refusedText = raw.error.near === undefined ? undefined : lastTyped()
          outcome = 'unsent'
          chat.change(onUnsent)
        }
        const facts = { now: chat.now(), standpoint: chat.workspace.standpoint, words }
        for (const event of clean(raw)) chat.change((state) => applyEvent(state, event, facts))
      }
    } catch (error) {
      if (!hasStarted) {
        outcome = 'unsent'
        chat.change(onUnsent)
      }
      const why = error instanceof Error ? error.message : String(error)
      chat.change((state) => {
        const { turn: _, sending: __, ...rest } = state
        return say({ ...rest, approvals: [], retriable: true }, 'error', cleanLine(why))
      })
    }
    return outcome
  }

  const lastTyped = () => chat.state().history.entries.at(-1)?.text.text

  const afterTurn = (outcome: 'sent' | 'unsent') => {
    if (isEnding) return
    refreshStatus().catch(() => {})
    // What was refused is a draft again, or first in the queue: a person looks at it before more goes out.
    if (outcome === 'unsent') return
    const { state, effects } = sendNext(chat.state())
    chat.change(() => state)
    session.run(effects)
  }

  const send = (draft: Draft, message: Outgoing) => {
    if (isEnding) return chat.change((state) => waitingAgain(state, draft))
    const block = userBlock(draft, message)
    const messageId = randomUUID()
    chat.change((state) => ({ ...add(state, block), sending: { draft, messageId } }))
    const isPlain =
      refusedText !== undefined && refusedText === draft.text.text && message.skill === undefined
    refusedText = undefined
    startTurn(
      async (signal) => {
        const { engine } = await chat.opened()
        const { status } = chat.state()
        const { skill, ...rest } = message
        const options: SubmitOptions = {
          ...rest,
          messageId,
          ...(skill === undefined ? (isPlain ? { invocation: 'text' as const } : {}) : { skill }),
          signal,
          ...(status.conversationId === undefined ? {} : { conversationId: status.conversationId }),
          ...(status.chosen === undefined ? {} : { model: status.chosen }),
          ...(status.dropping.length === 0 ? {} : { drop: status.dropping }),
        }
        return engine.submitMessage(options)
      },
      (state) => unsent(state, block, draft),
    )
  }

  const retry = () => {
    const { conversationId, chosen } = chat.state().status
    if (isEnding || conversationId === undefined) return
    startTurn(
      async (signal) => {
        const { engine } = await chat.opened()
        return engine.retry({
          conversationId,
          signal,
          ...(chosen === undefined ? {} : { model: chosen }),
        })
      },
      (state) => state,
    )
  }

  const refreshStatus = async (): Promise<ConversationView | undefined> => {
    const { engine } = await chat.opened()
    const { conversationId } = chat.state().status
    if (conversationId === undefined) return undefined
    const view = await engine.conversation(conversationId)
    if (view === undefined) return undefined
    const { activeSkills: active, contextTokens, conversation } = view
    chat.change((state) => ({
      ...state,
      status: {
        ...state.status,
        active,
        contextTokens,
        ...(conversation.title === undefined ? {} : { title: cleanLine(conversation.title) }),
      },
    }))
    return view
  }

  const clear = () =>
    chat.change((state) => {
      const { conversationId: _, title: __, ...status } = state.status
      const next = { ...status, active: [], dropping: [], contextTokens: 0 }
      return say({ ...state, status: next, retriable: false }, 'info', words.terminal.cleared)
    })

  const act = async (effect: Effect): Promise<void> => {
    switch (effect.kind) {
      case 'send':
        return send(effect.draft, effect.message)
      case 'retry':
        return retry()
      case 'stop':
        stop?.abort()
        return
      case 'quit':
        return actions.quit()
      case 'suspend':
        return actions.suspend()
      case 'answer': {
        const { engine } = await chat.opened()
        const counts = await engine.answer(effect.id, effect.answer)
        const isPending = chat.state().approvals.some(({ request }) => request.id === effect.id)
        if (counts || !isPending) return
        return chat.change((state) =>
          say(
            {
              ...state,
              approvals: state.approvals.filter(({ request }) => request.id !== effect.id),
            },
            'info',
            words.terminal.answeredElsewhere,
          ),
        )
      }
      case 'command':
        return runCommand(
          chat,
          {
            quit: actions.quit,
            clear,
            resume: (id) => session.resume(id),
            showContext(shown) {
              shownContext = shown
              chat.change((state) => ({ ...state, panel: shown.panel }))
            },
          },
          effect.command,
          effect.argument,
        )
      case 'panel':
        return actOnPanel(effect.panel, effect.action, effect.id)
    }
  }

  const actOnPanel = async (panel: Panel, action: string, id: string): Promise<void> => {
    const show = (next: Panel | undefined) =>
      chat.change((state) => {
        const { panel: _, ...rest } = state
        return next === undefined ? rest : { ...rest, panel: next }
      })
    switch (panel.purpose) {
      case 'skills':
        return show((await skillPanel(chat, id, panel)) ?? panel)
      case 'skill':
      case 'trust':
        return panel.kind === 'pager' ? show(await actOnSkill(chat, panel, action)) : undefined
      case 'model':
        show(undefined)
        return chooseModel(chat, id)
      case 'drop':
        show(undefined)
        return dropSkill(chat, id)
      case 'resume':
        show(undefined)
        return session.resume(id)
      case 'context':
        return shownContext === undefined
          ? undefined
          : show(sectionPanel(shownContext, id) ?? panel)
      case 'section':
      case 'help':
        return
    }
  }

  const fail = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    chat.change((state) => say(state, 'error', words.chat.didNotWork(cleanLine(why))))
  }

  const session: Session = {
    run(effects) {
      for (const effect of effects) act(effect).catch(fail)
    },
    async resume(id) {
      const { engine } = await chat.opened()
      const view = await engine.conversation(id)
      if (view === undefined) {
        return chat.change((state) =>
          say(state, 'warning', words.terminal.noConversation(cleanLine(id))),
        )
      }
      chat.change((state) => resumed(state, view, chat))
    },
    async begin() {
      const { models, store } = await chat.opened()
      const choice = await models.choose(chat.state().status.chosen)
      chat.change((state) =>
        choice.kind === 'unavailable'
          ? say(state, 'warning', cleanLine(choice.message), choice.hint)
          : {
              ...state,
              status: {
                ...state.status,
                model: state.status.model ?? cleanLine(choice.id),
                guided: choice.kind === 'guided',
                window: choice.contextWindow,
              },
            },
      )
      if (store === undefined) return
      await store.endDeadTurns()
      const recent = await store.list({ workspace: folderOf(chat.workspace), limit: 12 })
      const typed = await Promise.all(
        recent.map(async ({ id }) => typedDrafts(await store.messages(id))),
      )
      const older = typed.reverse().flat().slice(-100)
      chat.change((state) => ({
        ...state,
        history: { ...state.history, entries: [...older, ...state.history.entries] },
      }))
    },
    async end() {
      isEnding = true
      stop?.abort()
      await running
    },
  }
  return session
}
