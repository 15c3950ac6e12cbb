import { openChat } from '../chat/index.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace } from '../library/open.ts'
import { sayError } from '../screen/notice.ts'

export interface ChatFlags extends LibraryFlags {
  readonly model?: string
  /** Goes on in the latest conversation of this folder. */
  readonly continue?: boolean
  /** An id or its beginning; `true` asks which one. */
  readonly resume?: string | true
}

/** `skillet chat`: a conversation on the terminal. */
export async function chat(
  context: Context,
  flags: ChatFlags,
  message: string | undefined,
): Promise<ExitCode> {
  const workspace = await openWorkspace(context, flags, 'live')
  if (workspace.settingsErrors.length > 0) {
    const what =
      'Nothing was begun: your settings hold an error, so what they forbid would be allowed.'
    sayError(context.terminal.stderr, what)
    await workspace.report(workspace.settingsErrors)
    return exitCodes.usage
  }
  await workspace.reportFindings()
  return openChat(context, workspace, {
    ...(message === undefined ? {} : { message }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.resume === undefined ? {} : { resume: flags.resume === true ? '' : flags.resume }),
    ...(flags.continue === undefined ? {} : { latest: flags.continue }),
  })
}
