import { type Language, parseInvocation } from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { openEngine } from '../run/engine.ts'
import { previewJson, previewOf, renderPreview } from '../run/preview.ts'
import { printJson } from '../screen/json.ts'
import { sayNotice } from '../screen/notice.ts'

export interface PromptFlags extends LibraryFlags {
  readonly json?: boolean
  readonly model?: string
  readonly language?: Language
}

/** `skillet prompt`: the request that a message would make, section by section. Sends nothing. */
export async function prompt(
  context: Context,
  flags: PromptFlags,
  message: string,
): Promise<ExitCode> {
  const workspace = await openWorkspace(context, flags)
  await workspace.reportFindings()
  const invocation = readsAs(context, workspace, message)
  const engine = await openEngine(context, workspace, { asking: 'deny' })
  const preview = await previewOf(context, engine, {
    text: message,
    invocation,
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
  })
  if (preview === undefined) return exitCodes.done
  const { stdout } = context.terminal
  stdout.write(flags.json ? printJson(previewJson(preview)) : renderPreview(preview, stdout))
  return exitCodes.done
}

/** A word that is close to a skill, but none, goes as plain text, and that is said (bug 46). */
function readsAs({ terminal }: Context, { library }: Workspace, message: string): 'parse' | 'text' {
  const invocation = parseInvocation(message, library.snapshot)
  if (invocation?.kind !== 'near') return 'parse'
  sayNotice(
    terminal.stderr,
    `There is no skill "${invocation.name}", so this would go as plain text.`,
    `Near names: ${invocation.near.join(', ')}.`,
  )
  return 'text'
}
