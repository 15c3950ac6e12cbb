import { type TrustRecord, untrustProject } from '@skillet/core'
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
  const record = store.read().records.get(root)
  const { stderr } = context.terminal
  const place = cleanLine(wholePath(root, workspace.standpoint))
  if (record === undefined || isNothing(record)) {
    const said = record === undefined ? '' : ', as you said'
    stderr.write(`Nothing of ${place} was trusted${said}. Nothing changed.\n`)
    return exitCodes.done
  }
  await untrustProject({ root, store })
  stderr.write(`${stderr.style.green('✓')} ${place} is not trusted any more.\n`)
  return exitCodes.done
}

function isNothing({ answer, skills, settings }: TrustRecord): boolean {
  return answer !== 'mine' && skills.size === 0 && settings.length === 0
}
