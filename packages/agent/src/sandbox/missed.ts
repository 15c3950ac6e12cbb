import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin, realPathOf } from '../tools/index.ts'
import { standing } from './shown-folders.ts'
import type { Opening, SandboxFailure } from './types.ts'

/** How programs say that no network is there, or that nothing answers on loopback. */
const withoutNetwork = new RegExp(
  [
    'could not resolve',
    'couldn.t resolve',
    'cannot resolve',
    'temporary failure in name resolution',
    'name or service not known',
    'name resolution',
    'network is unreachable',
    'no route to host',
    'getaddrinfo',
    'enotfound',
    'eai_again',
    'enetunreach',
    'econnrefused (?:127\\.|::1)',
    'connect(?:ion)? (?:to )?(?:127\\.0\\.0\\.1|localhost|\\[?::1\\]?)[^\\n]* refused',
    '(?:127\\.0\\.0\\.1|localhost)[^\\n]*connection refused',
    'failed to connect to',
    'couldn.t connect to server',
    'dns error',
  ].join('|'),
  'iu',
)

/** Beyond this nobody looks for a reason: programs say it at the end. */
const longestTail = 20_000
const mostPaths = 200

/** What is hidden, and from whom. */
export interface HiddenGround {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly closed: readonly string[]
  readonly network: 'closed' | 'open'
  readonly shows: (path: string) => boolean
}

/** What a failed command was missing. It is a guess from words, and only ever leads to a question. */
export function missedBy(failure: SandboxFailure, ground: HiddenGround): Opening | undefined {
  const { openings, exitCode } = failure
  if (exitCode === 0) return undefined
  const output = failure.output.slice(-longestTail)
  const mayOpenNetwork = ground.network === 'closed' && !openings.includes('network')
  if (mayOpenNetwork && withoutNetwork.test(output)) return 'network'
  if (openings.includes('home')) return undefined
  const hidden =
    missingProgram(output, failure, ground) ||
    (/no such file|enoent|not found|cannot (?:access|open|find)|does not exist/iu.test(output) &&
      pathsIn(`${failure.command}\n${output}`, ground.home).some((path) => isHidden(path, ground)))
  return hidden ? 'home' : undefined
}

/** Present outside, absent inside, and something that may be shown. */
function isHidden(path: string, { home, closed, shows }: HiddenGround): boolean {
  const real = realPathOf(path)
  if (!isWithin(real, realPathOf(home)) || closed.some((at) => isWithin(real, at))) return false
  return real !== realPathOf(home) && standing(real) !== undefined && !shows(real)
}

function pathsIn(text: string, home: string): readonly string[] {
  const found = text.match(/(?:~|\$HOME|\/)[^\s'"`;:|&<>()]*/gu) ?? []
  return found
    .slice(0, mostPaths)
    .map((path) => path.replace(/^(?:~|\$HOME)(?=\/|$)/u, () => home))
    .filter(isAbsolute)
}

/** `bash: foo: command not found`, where a hidden folder of PATH has it. */
function missingProgram(
  output: string,
  { exitCode }: SandboxFailure,
  ground: HiddenGround,
): boolean {
  if (exitCode !== 127) return false
  const name = /: ([^\s:/]+): (?:command )?not found/u.exec(output)?.[1]
  if (name === undefined) return false
  const folders = (ground.environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return folders.some((folder) => isHidden(join(folder, name), ground))
}
