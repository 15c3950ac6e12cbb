import type { ConversationStore } from '@skillet/agent'
import { folderOf } from '../../conversations/open.ts'
import { cleanLine } from '../../screen/clean.ts'
import { type Draft, emptyComposer, emptyDraft, isEmpty } from '../composer/index.ts'
import { say } from '../state/events.ts'
import type { ChatState, Sending } from '../state/types.ts'
import type { Chat } from './chat.ts'
import { type DraftFile, type KeptDrafts, openDraftFile } from './drafts.ts'

/** After so long without a change the draft is written to the disk. */
const draftMs = 400
/** How often the file says that this chat lives. */
const renewalMs = 10_000

/** Keeps what is being written, what waits and what is on its way, for the next chat in this folder. */
export interface Keeper {
  /** Takes over what a chat that is gone left. Until then nothing is written. */
  begin(): Promise<void>
  changed(before: ChatState, after: ChatState): void
  /** Writes at once. */
  keep(): void
  /** Called now and then: says that this chat lives. */
  renew(): void
}

export function createKeeper(chat: Chat): Keeper {
  let file: DraftFile | undefined
  let secrets: readonly string[] = []
  let isFaultSaid = false
  let timer: NodeJS.Timeout | undefined
  let renewedAt = chat.now()

  const keep = () => {
    clearTimeout(timer)
    if (file === undefined) return
    const { queue, composer, sending } = chat.state()
    const { draft } = composer
    const kept: KeptDrafts = { draft, queue, ...(sending === undefined ? {} : { sending }) }
    // A key that was typed by mistake is written nowhere.
    const text = JSON.stringify(kept)
    const holdsKey = secrets.some((secret) => secret !== '' && text.includes(secret))
    const fault = file.write(holdsKey ? { draft: emptyDraft, queue: [] } : kept)
    if (fault === undefined || isFaultSaid) return
    isFaultSaid = true
    const { draftNotKept } = chat.words.terminal
    chat.change((state) => say(state, 'warning', draftNotKept(cleanLine(fault))))
  }
  return {
    async begin() {
      const { models, store } = await chat.opened()
      const { currentOwner, stateOfOwner } = await import('@skillet/agent')
      const { places, library } = chat.workspace
      const own = openDraftFile(places, folderOf(chat.workspace), {
        own: currentOwner(),
        stateOf: stateOfOwner,
        now: chat.now,
      })
      const left = isUntouched(chat.state()) ? own.takeOver(library.snapshot) : undefined
      if (left !== undefined) {
        const { draft, queue, sending } = left
        chat.change((state) => ({ ...state, queue, composer: { ...emptyComposer, draft } }))
        if (sending !== undefined && !(await isStored(sending, chat, store))) {
          chat.change((state) => withDraft(state, sending.draft))
        }
      }
      secrets = models.secrets
      file = own
      keep()
    },
    changed(before, after) {
      if (before.queue !== after.queue || before.sending !== after.sending) return keep()
      if (before.composer.draft === after.composer.draft) return
      clearTimeout(timer)
      timer = setTimeout(keep, draftMs)
      timer.unref()
    },
    keep,
    renew() {
      if (chat.now() - renewedAt < renewalMs) return
      renewedAt = chat.now()
      file?.renew()
    },
  }
}

/** What a person began by now is not written over; then the next chat is offered what was left. */
function isUntouched({ composer, queue, sending }: ChatState): boolean {
  return isEmpty(composer.draft) && queue.length === 0 && sending === undefined
}

/** A message has its place in the store from the moment on at which its turn is queued. */
async function isStored(
  { messageId }: Sending,
  { workspace }: Chat,
  store: ConversationStore | undefined,
): Promise<boolean> {
  if (store === undefined || messageId === undefined) return false
  const recent = await store.list({ workspace: folderOf(workspace), limit: 20 })
  const found = await Promise.all(
    recent.map(async ({ id }) => (await store.allMessages(id)).some(({ id }) => id === messageId)),
  )
  return found.includes(true)
}

/** With a message that did not go out: it is the draft again, or comes first in the queue. */
function withDraft(state: ChatState, draft: Draft): ChatState {
  return isEmpty(state.composer.draft) && state.queue.length === 0
    ? { ...state, composer: { ...emptyComposer, draft } }
    : { ...state, queue: [draft, ...state.queue] }
}
