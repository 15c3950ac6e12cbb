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
  const home = conversation?.workspace ?? folderOf(workspace)
  const place =
    home === folderOf(workspace) ? '' : ` --cwd ${shellPath(home, workspace.standpoint)}`
  sayNotice(
    terminal.stderr,
    `A conversation was left unfinished when the program that ran it ended: ${nameOf(conversation)}.`,
    `What it had said is kept. Go on in it: skillet run${place} --resume ${first} SKILL`,
  )
}
