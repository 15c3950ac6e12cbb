import { join } from 'node:path'
import {
  type Opening,
  openSandbox,
  type Sandbox,
  type SandboxOptions,
} from '../../sandbox/index.ts'
import type { ToolOutcome } from '../../tools/types.ts'
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
  const records = places.state !== undefined && { records: join(places.state, 'commands') }
  let opened: Promise<Sandbox> | undefined
  return {
    open: () => {
      opened ??= openSandbox({ workspace, home, environment, absent, ...records }, options)
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

/** Says what a command left that was put aside: the model's result alone does not reach everybody. */
export function announceNotices({ emit }: Turn, { notices = [] }: ToolOutcome): void {
  for (const message of notices) emit({ type: 'notice', code: 'sandbox/put-aside', message })
}

/** Says what the sandbox kept from a command where nobody was asked to open it. */
export function announceMissed({ emit }: Turn, wanted: Opening): void {
  emit({ type: 'notice', code: 'sandbox/closed', ...missed[wanted] })
}

const missed = {
  network: {
    message: 'A command seems to have failed for want of the network, which is closed to it.',
    hint: 'The setting `sandbox.network` opens it to every command; where you are asked, you can open it for one run.',
  },
  home: {
    message:
      'A command seems to have failed for want of a file in your home folder, which is hidden from it.',
    hint: 'The setting `sandbox.readable` names what every command may read; where you are asked, you can open all of it for one run.',
  },
} as const

function noticeOf({ message, hint }: Extract<Sandbox, { kind: 'none' }>): Notice {
  return {
    code: 'sandbox/none',
    message: `Commands run without a sandbox: one that is approved can do whatever you can. ${message}`,
    ...(hint !== undefined && { hint }),
  }
}
