import type { Sandbox } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { sandboxOptions } from '../run/sandbox.ts'
import { counted } from '../screen/numbers.ts'
import type { Check } from './types.ts'

/** What commands would run in here, by trying it. */
export async function checkSandbox(context: Context, workspace: Workspace): Promise<Check> {
  return describeSandbox(await openSandboxHere(context, workspace))
}

export async function openSandboxHere(
  { home, environment }: Context,
  { cwd, places, settings }: Workspace,
): Promise<Sandbox> {
  const { openSandbox } = await import('@skillet/agent')
  const absent = [places.state, places.config]
  const ground = { workspace: cwd, home, environment, absent }
  return openSandbox(ground, sandboxOptions(settings))
}

export function describeSandbox(sandbox: Sandbox): Check {
  const check = { area: 'Tools', subject: 'sandbox' } as const
  if (sandbox.kind === 'none') {
    const detail = `none: commands run with your rights. ${sandbox.message}`
    const { reason, hint } = sandbox
    const status = reason === 'off' || reason === 'platform' ? 'note' : 'warning'
    return { ...check, status, detail, ...(hint !== undefined && { remedy: hint }) }
  }
  const { version, network, processLimit } = sandbox
  const processes =
    processLimit === undefined
      ? 'no limit on processes, since you are root'
      : `at most ${counted(processLimit, 'process', 'processes')}`
  const detail = `bubblewrap ${version}: network ${network}, ${processes}`
  return { ...check, status: 'ok', detail }
}
