import type { Conversation, ConversationStore } from '@skillet/agent'
import type { Context } from '../context.ts'
import { findConversation, missing } from '../conversations/choose.ts'
import { nameOf } from '../conversations/name.ts'
import { folderOf, openStore } from '../conversations/open.ts'
import { conversationJson, renderHits, renderList } from '../conversations/view.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { isChildOfEngine, refuseChild } from '../library/child.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { cleanText } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { sayError, sayHint, sayNotice } from '../screen/notice.ts'
import { counted } from '../screen/numbers.ts'

export interface ConversationsFlags extends LibraryFlags {
  readonly search?: string
  readonly all?: boolean
  readonly limit: string
  readonly format: 'markdown' | 'json'
  readonly yes?: boolean
  readonly json?: boolean
}

/** `skillet conversations`: lists, searches, exports and deletes what is kept. */
export async function conversations(
  context: Context,
  flags: ConversationsFlags,
  [action, id]: readonly string[],
): Promise<ExitCode> {
  const { stderr } = context.terminal
  const limit = /^[1-9]\d{0,8}$/u.test(flags.limit) ? Number(flags.limit) : undefined
  if (limit === undefined) {
    sayError(stderr, `--limit takes a number from 1 on, not ${flags.limit}.`)
    return exitCodes.usage
  }
  if (action !== undefined && action !== 'delete' && action !== 'export') {
    const hint = `To search: skillet conversations --search "${action}"`
    sayError(stderr, `conversations can delete and export, not ${action}.`, hint)
    return exitCodes.usage
  }
  const workspace = await openWorkspace(context, flags)
  const opened = await openStore(workspace)
  if (opened.kind === 'fault') {
    sayError(stderr, opened.fault.message, opened.fault.hint)
    return exitCodes.failed
  }
  const { store } = opened
  try {
    if (action !== undefined) return await actOn(context, store, flags, action, id)
    return await show(context, workspace, store, { ...flags, limit })
  } finally {
    await store.close()
  }
}

type Shown = Omit<ConversationsFlags, 'limit'> & { readonly limit: number }

async function show(
  { terminal }: Context,
  workspace: Workspace,
  store: ConversationStore,
  { search, all, limit, json }: Shown,
): Promise<ExitCode> {
  const { stdout, stderr } = terminal
  const where = all ? {} : { workspace: folderOf(workspace) }
  if (search !== undefined) {
    const hits = await store.search({ text: search, limit, ...where })
    if (json) {
      const found = hits.map(({ conversation, ...hit }) => ({
        conversation: conversationJson(conversation),
        ...hit,
      }))
      stdout.write(printJson({ version: 1, hits: found }))
    } else {
      const named = await Promise.all(
        hits.map(async (hit) => ({ ...hit, name: await nameOf(hit.conversation, store) })),
      )
      stdout.write(renderHits(named, stdout))
    }
    if (hits.length === 0 && !json) stderr.write('Nothing holds these words.\n')
    return exitCodes.done
  }
  const [listed, next] = await Promise.all([
    store.list({ ...where, limit }),
    store.list({ ...where, offset: limit }),
  ])
  if (json) {
    stdout.write(printJson({ version: 1, conversations: listed.map(conversationJson) }))
    return exitCodes.done
  }
  const named = await Promise.all(
    listed.map(async (one) => ({ ...one, name: await nameOf(one, store) })),
  )
  stdout.write(renderList(named, all ? workspace.standpoint : undefined, stdout))
  if (listed.length === 0) {
    stderr.write(all ? 'No conversation is kept.\n' : 'No conversation of this folder is kept.\n')
  }
  if (next.length > 0) {
    sayHint(
      stderr,
      `${counted(next.length, 'older one')} not shown: --limit ${limit + next.length}`,
    )
  }
  return exitCodes.done
}

async function actOn(
  context: Context,
  store: ConversationStore,
  flags: ConversationsFlags,
  action: 'delete' | 'export',
  id: string | undefined,
): Promise<ExitCode> {
  const { stderr, stdout } = context.terminal
  if (id === undefined) {
    const hint = 'See the ids: skillet conversations'
    sayError(stderr, `Which conversation? skillet conversations ${action} ID`, hint)
    return exitCodes.usage
  }
  const found = await findConversation(store, id)
  if (found.kind !== 'found') {
    sayError(stderr, ...missing(found, id))
    return exitCodes.usage
  }
  const { conversation } = found
  if (action === 'delete') return remove(context, store, conversation, flags.yes === true)
  const { exportConversation } = await import('@skillet/agent')
  const { format } = flags
  const text = (await exportConversation(store, conversation.id, { format })) ?? ''
  stdout.write(stdout.isTerminal ? cleanText(text) : text)
  return exitCodes.done
}

/** Nothing brings it back, so a person is asked; the model's own commands may not. */
async function remove(
  context: Context,
  store: ConversationStore,
  conversation: Conversation,
  sure: boolean,
): Promise<ExitCode> {
  const { terminal, questions } = context
  const { stderr } = terminal
  if (isChildOfEngine(context)) {
    refuseChild(context, 'Deleting')
    return exitCodes.refused
  }
  const name = await nameOf(conversation, store)
  if (!sure) {
    if (!terminal.interactive) {
      const hint = `To delete it: skillet conversations delete --yes ${conversation.id}`
      sayError(stderr, `${name} is not deleted, since nobody can be asked here.`, hint)
      return exitCodes.refused
    }
    const answer = await questions.key(`Delete ${name}? Nothing brings it back.`, [
      { key: 'n', label: 'keep it' },
      { key: 'y', label: 'delete it' },
    ])
    if (answer === undefined) return exitCodes.interrupted
    if (answer === 'n') return exitCodes.done
  }
  const deletion = await store.delete(conversation.id)
  stderr.write(`${stderr.style.green('✓')} ${name} is deleted.\n`)
  if (deletion === 'held') {
    sayNotice(
      stderr,
      'Another program is reading the conversations, so older copies of its text are on the disk still.',
      'End that program, then take them away: skillet conversations',
    )
  }
  return exitCodes.done
}
