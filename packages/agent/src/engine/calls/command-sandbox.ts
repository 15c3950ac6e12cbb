import { openSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'
import type { Notice, Turn } from '../turn-state.ts'

/** What the commands of an engine run in: opened with the first call, and then the same for all. */
export interface CommandSandbox {
  open(): Promise<Sandbox>
}

interface Place {
  readonly workspace: string
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  readonly places: { readonly config?: string; readonly state?: string }
}

export function commandSandbox(
  { workspace, home, environment, places }: Place,
  options: SandboxOptions = {},
): CommandSandbox {
  const absent = [places.state, places.config].filter((path) => path !== undefined)
  let opened: Promise<Sandbox> | undefined
  return {
    open: () => {
      opened ??= openSandbox({ workspace, home, environment, absent }, options)
      return opened
    },
  }
}

/**
 * Says once in a conversation that its commands run without a sandbox, and why. Whoever turned it
 * off is told by each question alone.
 */
export function announceNoSandbox({ conversation, emit }: Turn, sandbox: Sandbox): void {
  if (sandbox.kind !== 'none' || sandbox.reason === 'off') return
  if (conversation.knowsPlace) return
  conversation.knowsPlace = true
  emit({ type: 'notice', ...noticeOf(sandbox) })
}

function noticeOf({ message, hint }: Extract<Sandbox, { kind: 'none' }>): Notice {
  return {
    code: 'sandbox/none',
    message: `Commands run without a sandbox: one that is approved can do whatever you can. ${message}`,
    ...(hint !== undefined && { hint }),
  }
}
