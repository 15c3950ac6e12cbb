import { untrustProject } from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace } from '../library/open.ts'
import { trustSubject } from '../library/trust.ts'
import { cleanLine } from '../screen/clean.ts'
import { wholePath } from '../screen/paths.ts'

/** `skillet untrust`: takes trust back. Always allowed: it only narrows. */
export async function untrust(context: Context, flags: LibraryFlags): Promise<ExitCode> {
  const workspace = await openWorkspace(context, { ...flags, trust: false })
  const { root, store } = trustSubject(workspace)
  await untrustProject({ root, store })
  const { stderr } = context.terminal
  const place = cleanLine(wholePath(root, workspace.standpoint))
  stderr.write(`${stderr.style.green('✓')} ${place} is not trusted any more.\n`)
  return exitCodes.done
}
