import { spawn } from 'node:child_process'
import { basename, relative, sep } from 'node:path'
import { openChecked } from './open-checked.ts'
import { ownProgram } from './own-program.ts'
import {
  type FoundFile,
  type FoundLine,
  limitNote,
  type SearchRequest,
  type SearchResult,
  slowNote,
} from './search-text.ts'

/** ripgrep could not do it (missing, other syntax of expressions): search in another way. */
export type RipgrepResult = SearchResult | { readonly kind: 'unable' }

/** The program, where there is one that no repository brought. */
export function findRipgrep(
  environment: Readonly<Record<string, string>>,
  workspace: string,
): string | undefined {
  return ownProgram('rg', environment['PATH'] ?? '', workspace)
}

/**
 * Searches in two steps: ripgrep names the files that match, then each is opened and checked here
 * and handed to ripgrep through its standard input. So a link that is swapped while it walks gives
 * away no line of another file. Configuration files and preprocessors are switched off.
 */
export async function searchRipgrep(
  program: string,
  request: SearchRequest,
): Promise<RipgrepResult> {
  const deadline = performance.now() + request.timeLimit
  const listed = await listMatching(program, request, deadline)
  if (listed.kind === 'unable') return listed
  const files: FoundFile[] = []
  const notes: string[] = []
  let left = request.limit
  for (const path of listed.paths) {
    request.signal.throwIfAborted()
    const shown = shownIn(path, request)
    if (performance.now() > deadline) {
      notes.push(slowNote(shown))
      break
    }
    if (!request.openable(path) || !request.wanted(shown)) continue
    const lines = await linesIn(program, path, request, left + 1, deadline)
    const kept = firstMatches(lines, left, request.context)
    const matches = lines.filter((line) => line.match).length
    if (kept.length > 0) files.push({ shown, lines: kept })
    left -= Math.min(matches, left)
    if (matches > kept.filter((line) => line.match).length) {
      notes.push(limitNote(request.limit))
      break
    }
  }
  if (listed.kind === 'time') notes.push(slowNote(basename(request.root)))
  return { kind: 'found', files, notes }
}

function shownIn(path: string, request: SearchRequest): string {
  if (request.rootIs === 'file') return basename(path)
  return relative(request.root, path).split(sep).join('/')
}

function fixedOptions(request: SearchRequest): string[] {
  const options = ['--no-config', '--color=never', '--no-messages', '--no-follow', '--crlf']
  if (request.literal) options.push('--fixed-strings')
  options.push(request.ignoreCase ? '--ignore-case' : '--case-sensitive')
  return options
}

type Listed =
  | { readonly kind: 'unable' }
  | { readonly kind: 'done' | 'time'; readonly paths: readonly string[] }

const mostFiles = 20_000

async function listMatching(
  program: string,
  request: SearchRequest,
  deadline: number,
): Promise<Listed> {
  const walk = [
    '--hidden',
    '--glob=!.git',
    '--no-require-git',
    '--no-ignore-global',
    '--no-ignore-exclude',
  ]
  if (request.root === request.top) walk.push('--no-ignore-parent')
  const args = [
    ...fixedOptions(request),
    ...walk,
    '--files-with-matches',
    '--null',
    '-e',
    request.pattern,
    '--',
    request.root,
  ]
  const end = await runRipgrep(program, args, 'ignore', request, deadline)
  // 0: found, 1: nothing found, 2: an error, such as an expression in JavaScript's own syntax.
  if (end.kind === 'failed' || (end.kind === 'done' && end.exitCode === 2 && end.output === '')) {
    return { kind: 'unable' }
  }
  const paths = end.output.split('\0').filter((path) => path !== '')
  return { kind: end.kind, paths: paths.slice(0, mostFiles).sort() }
}

async function linesIn(
  program: string,
  path: string,
  request: SearchRequest,
  most: number,
  deadline: number,
): Promise<readonly FoundLine[]> {
  const opened = await openChecked(path)
  if (opened.kind !== 'open') return []
  try {
    const args = [
      ...fixedOptions(request),
      '--line-number',
      '--no-heading',
      '--no-filename',
      `--context=${request.context}`,
      `--max-count=${most}`,
      '-e',
      request.pattern,
      '--',
      '-',
    ]
    const end = await runRipgrep(program, args, opened.handle.fd, request, deadline)
    if (end.kind === 'failed') return []
    // The last line of what was stopped is cut, maybe in the middle of a key.
    const whole =
      end.kind === 'done' ? end.output : end.output.slice(0, end.output.lastIndexOf('\n') + 1)
    return parseLines(whole)
  } finally {
    await opened.handle.close()
  }
}

/** `12:text` is a match, `11-text` a line around one, `--` a gap. */
function parseLines(output: string): readonly FoundLine[] {
  return output.split('\n').flatMap((line) => {
    const parts = /^(\d+)([:-])(.*)$/su.exec(line)
    if (parts === null) return []
    const text = (parts[3] ?? '').replace(/\r$/u, '')
    return [{ number: Number(parts[1]), text, match: parts[2] === ':' }]
  })
}

/** The first matches with the lines around them, without the lines around the ones left out. */
function firstMatches(
  lines: readonly FoundLine[],
  most: number,
  around: number,
): readonly FoundLine[] {
  const matches = lines.filter((line) => line.match)
  if (matches.length <= most) return lines
  const last = matches[most - 1]?.number
  if (last === undefined) return []
  return lines.filter(
    (line) => line.number <= last || (!line.match && line.number <= last + around),
  )
}

type RipgrepEnd =
  | { readonly kind: 'failed' }
  | { readonly kind: 'done' | 'time'; readonly output: string; readonly exitCode: number | null }

const mostOutput = 16 * 1024 * 1024

function runRipgrep(
  program: string,
  args: readonly string[],
  input: 'ignore' | number,
  request: SearchRequest,
  deadline: number,
): Promise<RipgrepEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      env: { ...request.environment },
      stdio: [input, 'pipe', 'ignore'],
      signal: request.signal,
      timeout: Math.max(1, Math.ceil(deadline - performance.now())),
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let bytes = 0
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostOutput) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.once('error', () => resolve({ kind: 'failed' }))
    child.once('close', (exitCode, signal) => {
      const output = Buffer.concat(chunks).toString('utf8')
      resolve({ kind: signal === null ? 'done' : 'time', output, exitCode })
    })
  })
}
