import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isWithin, ownProgram, realPathOf } from '../tools/index.ts'
import { bubblewrapSandbox, groundArguments } from './bubblewrap.ts'
import type { NoSandbox, Sandbox, SandboxGround, SandboxOptions } from './types.ts'

const probeMs = 10_000

/**
 * Tries once whether commands can run in a sandbox here. Throws nothing.
 *
 * @param ground the folders it is about
 * @param options what a person wishes
 * @returns a sandbox that works, or why there is none
 * @example
 * const sandbox = await openSandbox({ workspace, home, environment, absent: [places.state] })
 * if (sandbox.kind === 'none') console.log(sandbox.message)
 */
export async function openSandbox(
  ground: SandboxGround,
  options: SandboxOptions = {},
): Promise<Sandbox> {
  if (options.mode === 'off') return none('off', 'It is off in your settings.')
  const impossible = whyNot(ground)
  if (impossible !== undefined) return impossible
  const program = ownProgram('bwrap', ground.environment['PATH'], ground.workspace)
  if (program === undefined) return none('missing', 'Bubblewrap is not installed.', installHint)
  const probe = await tryOut(program)
  if (!probe.works) return refused(probe.output)
  const { version } = probe
  const bash = ownProgram('bash', ground.environment['PATH'], ground.workspace) ?? '/bin/bash'
  return bubblewrapSandbox(
    { program, bash, version, processLimit: processLimit() },
    ground,
    options,
  )
}

const installHint = 'Install bubblewrap from your system’s packages.'

function none(reason: NoSandbox['reason'], message: string, hint?: string): NoSandbox {
  return { kind: 'none', reason, message, ...(hint !== undefined && { hint }) }
}

function whyNot({ workspace, home }: SandboxGround): NoSandbox | undefined {
  if (process.platform !== 'linux') {
    return none('platform', 'Bubblewrap is for Linux only.')
  }
  const folder = realPathOf(workspace)
  // All of home would be writable, or all of the system: nothing would be left to keep a command from.
  if (isWithin(realPathOf(home), folder)) {
    return none(
      'workspace',
      'The workspace holds your home folder, so nothing could be hidden.',
      'Work in a folder below your home folder.',
    )
  }
  return undefined
}

type Probe =
  | { readonly works: true; readonly version: string }
  | { readonly works: false; readonly output: string }

/** Runs the smallest program with everything a command would get. */
async function tryOut(program: string): Promise<Probe> {
  const [{ output: version }, trial] = await Promise.all([
    runOnce(program, ['--version']),
    runOnce(program, [...groundArguments(), '--unshare-net', '--', 'bash', '-c', 'exit 0']),
  ])
  if (trial.failed) return { works: false, output: trial.output }
  return { works: true, version: /\d+(?:\.\d+)+/u.exec(version)?.[0] ?? 'unknown' }
}

function runOnce(
  program: string,
  words: readonly string[],
): Promise<{ readonly failed: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const options = {
      timeout: probeMs,
      killSignal: 'SIGKILL' as const,
      env: { PATH: '/usr/bin:/bin' },
    }
    execFile(program, [...words], options, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: `${stdout}${stderr}`.trim() }),
    )
  })
}

function refused(output: string): NoSandbox {
  const said = output.split('\n')[0] ?? ''
  const message = `Bubblewrap is installed, and this system does not let it work${said === '' ? '' : ` (${said})`}.`
  return none('refused', message, refusalHint(output))
}

/** What usually stands behind a refusal; each was met on a system in its delivered state. */
function refusalHint(output: string): string {
  if (readNumber('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === 1) {
    return 'AppArmor keeps programs from user namespaces: give bwrap a profile with `userns,`.'
  }
  if (
    readNumber('/proc/sys/user/max_user_namespaces') === 0 ||
    readNumber('/proc/sys/kernel/unprivileged_userns_clone') === 0
  ) {
    return 'User namespaces are turned off: set user.max_user_namespaces (Debian: kernel.unprivileged_userns_clone) with sysctl.'
  }
  if (/proc/u.test(output)) {
    return 'A container without its own /proc cannot make another: start it with `--security-opt systempaths=unconfined`.'
  }
  return 'In a container, namespaces need `--security-opt seccomp=unconfined` or a profile that allows them.'
}

function readNumber(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Enough for a build with many workers; a fork loop ends there. */
const mostProcesses = 1024

/** The kernel counts no processes of root, whatever limit is set. */
function processLimit(): number | undefined {
  return process.getuid?.() === 0 ? undefined : mostProcesses
}
