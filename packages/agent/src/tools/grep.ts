import { z } from 'zod'
import { compileGlob } from './glob.ts'
import { describeFailure } from './missing-file.ts'
import { openChecked } from './open-checked.ts'
import { pathAccess, realPathOf, typedPath } from './paths.ts'
import { permitted } from './permitted.ts'
import { searchOwn } from './search-own.ts'
import { findRipgrep, searchRipgrep } from './search-ripgrep.ts'
import type { FoundFile, SearchRequest, SearchResult } from './search-text.ts'
import { holdsSecrets } from './secret-files.ts'
import { readTarget } from './target.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

const schema = z.object({
  pattern: z
    .string()
    .min(1)
    .max(2000)
    .refine((pattern) => !pattern.includes('\0'), 'A pattern cannot hold a NUL character.')
    .describe('A regular expression, or a text with literal.'),
  path: typedPath.optional().describe('The folder or file to search. Default: the workspace.'),
  glob: z
    .string()
    .min(1)
    .optional()
    .describe('Only files that match, such as *.ts or src/**/*.md.'),
  ignoreCase: z.boolean().optional().describe('Upper and lower case are the same. Default false.'),
  literal: z.boolean().optional().describe('The pattern is a plain text. Default false.'),
  context: z
    .number()
    .int()
    .min(0)
    .max(50)
    .optional()
    .describe('Lines around each match. Default 0.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(5000)
    .optional()
    .describe('Matching lines at most. Default 100.'),
})

export type GrepInput = z.infer<typeof schema>

export interface GrepOptions {
  /** Milliseconds for one search. Default 10,000. */
  readonly timeLimit?: number
}

const defaultTimeLimit = 10_000
const longestLine = 500
const mostBytes = 50 * 1024

/** Searches the content of files. */
export function grepTool(options: GrepOptions = {}): Tool<GrepInput> {
  return {
    name: 'grep',
    summary: 'search the content of files',
    description: [
      'Searches files line by line for a regular expression, or for a plain text with literal, and lists matches as path:line: text.',
      'Dot files count; what .gitignore and .ignore leave out, .git, binary files and files known to hold secrets do not.',
    ].join(' '),
    schema,
    access: ({ path }, context) => pathAccess('read', path ?? '.', context),
    run: (input, context) => run(input, context, options.timeLimit ?? defaultTimeLimit),
  }
}

async function run(
  input: GrepInput,
  context: ToolContext,
  timeLimit: number,
): Promise<ToolOutcome> {
  const target = readTarget(input.path, context)
  if (!target.ok) return { ok: false, text: target.reason }
  const root = target.realPath
  const opened = await openChecked(root)
  if (opened.kind === 'open') await opened.handle.close()
  else if (opened.kind !== 'folder') {
    return { ok: false, text: await describeFailure(opened, root, context) }
  }
  const wanted = globFilter(input.glob)
  if (wanted === undefined) {
    return { ok: false, text: 'The glob is longer than 256 characters; use a shorter one.' }
  }
  const rootIs = opened.kind === 'open' ? 'file' : 'folder'
  const result = await search({
    root,
    rootIs,
    top: realPathOf(context.workspace),
    pattern: input.pattern,
    literal: input.literal ?? false,
    ignoreCase: input.ignoreCase ?? false,
    context: input.context ?? 0,
    limit: input.limit ?? 100,
    wanted: rootIs === 'file' ? () => true : wanted,
    // A file that was named itself has been decided on already, secret or not.
    openable: (path) => path === root || isOpenable(path, context),
    closed: (context.closedFolders ?? []).map(realPathOf),
    environment: context.environment,
    signal: context.signal,
    timeLimit,
  })
  return result.kind === 'found'
    ? describe(result, context)
    : {
        ok: false,
        text: `The pattern is no regular expression: ${result.reason}. Set literal for a plain text.`,
      }
}

function isOpenable(path: string, context: ToolContext): boolean {
  return (
    !holdsSecrets(path, realPathOf(context.workspace)) &&
    (context.searchable?.(path, 'grep') ?? true) &&
    permitted('read', path, context).ok
  )
}

/** A glob without `/` is compared with the file's name, as in `find`. */
function globFilter(glob: string | undefined): ((shown: string) => boolean) | undefined {
  if (glob === undefined) return () => true
  return compileGlob(glob.includes('/') ? glob.replace(/^\.?\//u, '') : `**/${glob}`)
}

async function search(request: SearchRequest): Promise<SearchResult> {
  const program = findRipgrep(request.environment, request.top)
  if (program !== undefined) {
    const result = await searchRipgrep(program, request)
    if (result.kind !== 'unable') return result
  }
  return searchOwn(request)
}

function describe(
  result: Extract<SearchResult, { kind: 'found' }>,
  context: ToolContext,
): ToolOutcome {
  const blanked = (text: string): string => {
    const blanker = context.secretBlanker?.()
    return blanker === undefined ? text : blanker.push(text) + blanker.end()
  }
  const lines: string[] = []
  let bytes = 0
  const notes = [...result.notes]
  for (const line of result.files.flatMap((file) => linesOf(file, blanked))) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > mostBytes) {
      notes.push('More matches were found than fit; narrow the search.')
      break
    }
    lines.push(line)
  }
  if (lines.length === 0) lines.push('No matches.')
  return { ok: true, text: [...lines, ...notes.map((note) => `[${note}]`)].join('\n') }
}

/** Keys go before long lines are cut: half a key is not found any more. */
function linesOf(file: FoundFile, blanked: (text: string) => string): string[] {
  let last: number | undefined
  return file.lines.flatMap(({ number, text: found, match }) => {
    const text = blanked(found)
    const gap = last !== undefined && number > last + 1 && file.lines.some((line) => !line.match)
    last = number
    const cut = text.length > longestLine ? `${text.slice(0, longestLine)} [… line cut]` : text
    const line = match ? `${file.shown}:${number}: ${cut}` : `${file.shown}-${number}- ${cut}`
    return gap ? ['--', line] : [line]
  })
}
