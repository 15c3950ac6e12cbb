import type { Context } from '../context.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { Workspace } from '../library/open.ts'
import type { ChatOptions } from './types.ts'

export type { ChatOptions } from './types.ts'

/** Opens the chat: drawn where the terminal can be drawn on, else line by line. */
export async function openChat(
  context: Context,
  workspace: Workspace,
  options: ChatOptions,
): Promise<ExitCode> {
  const console = context.openConsole?.()
  if (console === undefined) {
    const { openPlainChat } = await import('./plain/index.ts')
    return openPlainChat(context, workspace, options)
  }
  const { openLiveChat } = await import('./live-chat.ts')
  return openLiveChat(context, console, workspace, options)
}
