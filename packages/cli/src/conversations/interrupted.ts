import type { ConversationStore } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sayNotice } from '../screen/notice.ts'
import { shellPath } from '../screen/shell-word.ts'
import { nameOf } from './name.ts'
import { folderOf } from './open.ts'

/**
 * Ends the turns of processes that are gone, and says what became of them. Whether a process was
 * killed or its person stopped it twice is not known, so neither is said.
 */
export async function sayInterrupted(
  { terminal }: Context,
  workspace: Workspace,
  store: ConversationStore,
): Promise<void> {
  const [first, ...more] = await store.endDeadTurns()
  if (first === undefined) return
  if (more.length > 0) {
    sayNotice(
      terminal.stderr,
      `${more.length + 1} conversations were left unfinished when the program that ran them ended.`,
      'See them: skillet conversations --all',
    )
    return
  }
  const conversation = await store.get(first)
  // Deleted by another process a moment ago: nothing is left to go on in.
  if (conversation === undefined) return
  const home = conversation.workspace
  const place =
    home === folderOf(workspace) ? '' : ` --cwd ${shellPath(home, workspace.standpoint)}`
  sayNotice(
    terminal.stderr,
    `A conversation was left unfinished when the program that ran it ended: ${await nameOf(conversation, store)}.`,
    `All is kept but the text that was still coming in. Go on in it: skillet run${place} --resume ${first} SKILL`,
  )
}
