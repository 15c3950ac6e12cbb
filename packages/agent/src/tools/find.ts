import { z } from 'zod'
import { compileGlob } from './glob.ts'
import { describeFailure } from './missing-file.ts'
import { openChecked } from './open-checked.ts'
import { pathAccess, realPathOf, shownPath, typedPath } from './paths.ts'
import { readTarget } from './target.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'
import { walkNotes, walkTree } from './walk-tree.ts'

const schema = z.object({
  pattern: z
    .string()
    .min(1)
    .describe('A glob such as *.ts (any depth) or src/**/*.test.ts (from the folder).'),
  path: typedPath.optional().describe('The folder to search. Default: the workspace.'),
  limit: z.number().int().min(1).optional().describe('How many results at most. Default 1000.'),
})

export type FindInput = z.infer<typeof schema>

const timeLimit = 10_000

/** Finds files and folders by name. */
export const findTool: Tool<FindInput> = {
  name: 'find',
  summary: 'find files by a glob',
  description: [
    'Finds files and folders by a glob and lists their paths relative to the folder searched, folders with / at the end.',
    'A pattern without / matches names at any depth. Dot files count; what .gitignore, .ignore and .fdignore leave out, and .git, do not.',
  ].join(' '),
  schema,
  access: ({ path }, context) => pathAccess('read', path ?? '.', context),
  run,
}

async function run(input: FindInput, context: ToolContext): Promise<ToolOutcome> {
  const target = readTarget(input.path, context)
  if (!target.ok) return { ok: false, text: target.reason }
  const root = target.realPath
  const problem = await noFolder(root, context)
  if (problem !== undefined) return { ok: false, text: problem }
  const pattern = input.pattern.includes('/')
    ? input.pattern.replace(/^\.?\//u, '')
    : `**/${input.pattern}`
  const matches = compileGlob(pattern)
  if (matches === undefined) {
    return { ok: false, text: 'The pattern is longer than 256 characters; use a shorter one.' }
  }
  const limit = input.limit ?? 1000
  const found: string[] = []
  const end = await walkTree(walkOptions(root, context), ({ path, shown, kind }) => {
    if (!matches(shown) || context.searchable?.(path, 'find') === false) return undefined
    if (found.length === limit) return 'stop'
    found.push(kind === 'folder' ? `${shown}/` : shown)
    return undefined
  })
  const more =
    end.kind === 'stopped' ? [`More than ${limit} results; narrow the pattern or raise limit.`] : []
  const notes = [...more, ...walkNotes(end)].map((note) => `[${note}]`)
  const lines = found.length === 0 ? ['Nothing found.'] : found
  return { ok: true, text: [...lines, ...notes].join('\n') }
}

function walkOptions(root: string, context: ToolContext): Parameters<typeof walkTree>[0] {
  return {
    root,
    top: realPathOf(context.workspace),
    signal: context.signal,
    timeLimit,
    closed: (context.closedFolders ?? []).map(realPathOf),
  }
}

async function noFolder(root: string, context: ToolContext): Promise<string | undefined> {
  const opened = await openChecked(root)
  if (opened.kind === 'folder') return undefined
  if (opened.kind !== 'open') return describeFailure(opened, root, context)
  await opened.handle.close()
  return `${shownPath(root, context.workspace)} is a file, not a folder.`
}
