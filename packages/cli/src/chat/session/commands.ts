import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Conversation, ConversationStore } from '@skillet/agent'
import type { ChatCommand } from '@skillet/core/menu'
import { nameOf } from '../../conversations/name.ts'
import { folderOf } from '../../conversations/open.ts'
import { cleanLine } from '../../screen/clean.ts'
import { count } from '../../screen/numbers.ts'
import type { ListPanel, PagerPanel, Panel } from '../panels/index.ts'
import { say } from '../state/events.ts'
import type { Chat } from './chat.ts'
import { contextPanel, type ShownContext } from './context-panel.ts'
import { skillsPanel } from './skills.ts'

/** What a command needs of the session besides what all parts share. */
export interface CommandActions {
  readonly quit: () => void
  readonly clear: () => void
  readonly resume: (id: string) => Promise<void>
  readonly showContext: (shown: ShownContext) => void
}

/** Runs a chat command, the same list as in the browser. */
export async function runCommand(
  chat: Chat,
  actions: CommandActions,
  command: ChatCommand,
  argument: string,
): Promise<void> {
  const open = (panel: Panel) => chat.change((state) => ({ ...state, panel }))
  switch (command) {
    case 'help':
      return open(helpPanel(chat))
    case 'skills':
      return open(skillsPanel(chat, argument))
    case 'model':
      return argument === '' ? open(await modelPanel(chat)) : chooseModel(chat, argument)
    case 'context': {
      const shown = await contextPanel(chat)
      return shown === undefined ? undefined : actions.showContext(shown)
    }
    case 'drop':
      return drop(chat, argument)
    case 'clear':
      return whenIdle(chat, actions.clear)
    case 'resume':
      return whenIdle(chat, () => resume(chat, actions, argument))
    case 'export':
      return exportTo(chat, argument)
    case 'quit':
      return actions.quit()
  }
}

async function whenIdle(chat: Chat, act: () => void | Promise<void>): Promise<void> {
  if (chat.state().turn === undefined) return act()
  chat.change((state) => ({ ...state, remark: chat.words.terminal.busy }))
}

export function helpPanel({ words }: Chat): PagerPanel {
  const { terminal, menu } = words
  const keys = terminal.helpKeys.map(([term, text]) => ({ term, text }))
  const commands = Object.entries(menu.commands).map(([name, { hint, description }]) => ({
    term: `/${name} ${hint}`.trimEnd(),
    text: description,
  }))
  return {
    kind: 'pager',
    purpose: 'help',
    id: 'help',
    title: terminal.helpTitle,
    lines: [...commands, '', ...keys, '', terminal.helpQuestion],
    top: 0,
    actions: [],
  }
}

const byDefault = ''

async function modelPanel(chat: Chat): Promise<ListPanel> {
  const { words } = chat
  const { terminal } = words
  const { models } = await chat.opened()
  const { providers, aliases } = await models.list()
  const { status } = chat.state()
  const now = status.chosen ?? status.model ?? ''
  return {
    kind: 'list',
    purpose: 'model',
    title: terminal.modelTitle,
    head: now === '' ? [] : [chat.style.dim(terminal.modelNow(cleanLine(now)))],
    rows: [
      row(byDefault, terminal.modelDefault, terminal.modelDefaultDetail, ''),
      ...aliases.map(({ alias, id }) =>
        row(alias, cleanLine(alias), terminal.modelAlias(cleanLine(id)), ''),
      ),
      ...providers.flatMap(({ name, local, key, models: ids }) =>
        ids.map((id) =>
          row(
            `${name}/${id}`,
            cleanLine(`${name}/${id}`),
            key === 'missing' ? terminal.modelKeyMissing : '',
            local ? terminal.modelLocal : '',
          ),
        ),
      ),
      row('guided', 'guided', terminal.modelGuidedDetail, ''),
    ],
    filter: '',
    groups: [],
    empty: terminal.skillsNone,
    keys: terminal.chooseKeys,
  }
}

function row(id: string, name: string, detail: string, badge: string) {
  return { id, group: '', sign: '', name, detail, badge }
}

/** The wanted model answers from the next message on; one that cannot be had says why. */
export async function chooseModel(chat: Chat, wanted: string): Promise<void> {
  const { models } = await chat.opened()
  const choice = wanted === byDefault ? await models.choose() : await models.resolve(wanted)
  if (choice.kind === 'unavailable') {
    return chat.change((state) => say(state, 'error', cleanLine(choice.message), choice.hint))
  }
  const { contextWindow: window, id } = choice
  chat.change((state) => {
    const { chosen: _, ...status } = state.status
    const next = {
      ...status,
      window,
      model: cleanLine(id),
      guided: choice.kind === 'guided',
      ...(wanted === byDefault ? {} : { chosen: choice.id }),
    }
    return say({ ...state, status: next }, 'info', chat.words.terminal.modelSet(cleanLine(id)))
  })
}

function drop(chat: Chat, name: string): void {
  const { terminal } = chat.words
  const { active } = chat.state().status
  if (active.length === 0) {
    chat.change((state) => say(state, 'info', terminal.noActive))
    return
  }
  if (name === '') {
    const rows = active.map(({ name: skill, tokens, leftOut, location }) =>
      row(
        location,
        `/${cleanLine(skill)}`,
        leftOut ? terminal.leftOut : chat.shorten(location),
        `≈ ${count(tokens)}`,
      ),
    )
    const panel: ListPanel = {
      kind: 'list',
      purpose: 'drop',
      title: terminal.dropTitle,
      head: [],
      rows,
      filter: '',
      groups: [],
      empty: terminal.noActive,
      keys: terminal.chooseKeys,
    }
    chat.change((state) => ({ ...state, panel }))
    return
  }
  dropSkill(chat, name.replace(/^\//u, ''))
}

/** @param wanted name or location of an active skill */
export function dropSkill(chat: Chat, wanted: string): void {
  const { terminal } = chat.words
  const { active } = chat.state().status
  const skill = active.find(
    ({ name, location }) => location === wanted || name.toLowerCase() === wanted.toLowerCase(),
  )
  if (skill === undefined) {
    chat.change((state) => say(state, 'warning', terminal.notActive(cleanLine(wanted))))
    return
  }
  chat.change((state) => {
    const { dropping } = state.status
    const next = dropping.includes(skill.name) ? dropping : [...dropping, skill.name]
    const status = { ...state.status, dropping: next }
    return say({ ...state, status }, 'info', terminal.dropped(cleanLine(skill.name)))
  })
}

async function resume(chat: Chat, { resume }: CommandActions, id: string): Promise<void> {
  const { store } = await chat.opened()
  if (store === undefined) return
  if (id === '') {
    const panel = await resumePanel(chat, store)
    return chat.change((state) =>
      panel === undefined
        ? say(state, 'info', chat.words.terminal.noConversations)
        : { ...state, panel },
    )
  }
  const found = await findHere(chat, store, id)
  if (typeof found !== 'string') return resume(found.id)
  chat.change((state) => say(state, 'warning', found))
}

/** The conversation of this folder that an id, or the beginning of one, names; or why none is. */
export async function findHere(
  { workspace, words }: Chat,
  store: ConversationStore,
  id: string,
): Promise<Conversation | string> {
  const all = await store.list({ workspace: folderOf(workspace) })
  const exact = all.find((one) => one.id === id)
  if (exact !== undefined) return exact
  const near = all.filter((one) => one.id.startsWith(id))
  const [first] = near
  if (first === undefined) return words.terminal.noConversation(cleanLine(id))
  return near.length === 1 ? first : words.terminal.severalConversations(cleanLine(id))
}

export async function resumePanel(
  { workspace, words, state }: Chat,
  store: ConversationStore,
): Promise<ListPanel | undefined> {
  const { terminal } = words
  const listed = await store.list({ workspace: folderOf(workspace), limit: 200 })
  const present = state().status.conversationId
  const others = listed.filter(({ id, messageCount }) => id !== present && messageCount > 0)
  if (others.length === 0) return undefined
  const rows = await Promise.all(
    others.map(async (conversation) =>
      row(
        conversation.id,
        await nameOf(conversation, store),
        terminal.messages(count(conversation.messageCount)),
        timeOf(conversation.updatedAt),
      ),
    ),
  )
  return {
    kind: 'list',
    purpose: 'resume',
    title: terminal.resumeTitle,
    head: [],
    rows,
    filter: '',
    groups: [],
    empty: terminal.noConversations,
    keys: terminal.chooseKeys,
  }
}

/** The person's own time, to the minute. */
function timeOf(milliseconds: number): string {
  const date = new Date(milliseconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Writes a new file, Markdown or, by its ending, JSON. An existing one is never written over. */
async function exportTo(chat: Chat, argument: string): Promise<void> {
  const { workspace, words, shorten } = chat
  const { terminal } = words
  const { store } = await chat.opened()
  const id = chat.state().status.conversationId
  if (store === undefined || id === undefined) {
    return chat.change((state) => say(state, 'info', terminal.nothingToExport))
  }
  const { exportConversation } = await import('@skillet/agent')
  const format = /\.json$/iu.test(argument) ? 'json' : 'markdown'
  const text = await exportConversation(store, id, { format })
  if (text === undefined) {
    return chat.change((state) => say(state, 'info', terminal.nothingToExport))
  }
  try {
    const file = freeName(
      resolve(workspace.cwd, argument === '' ? `conversation-${id.slice(0, 8)}.md` : argument),
    )
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    chat.change((state) => say(state, 'info', terminal.exported(shorten(file))))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    chat.change((state) => say(state, 'error', terminal.notExported(cleanLine(why))))
  }
}

function freeName(file: string): string {
  const [, stem = file, ending = ''] = /^(.*?)(\.[^./\\]*)?$/su.exec(file) ?? []
  let name = file
  for (let number = 2; existsSync(name); number++) name = `${stem}-${number}${ending}`
  return name
}
