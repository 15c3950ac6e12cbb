import { z } from 'zod'
import { describeFailure } from './missing-file.ts'
import { listChecked, openChecked } from './open-checked.ts'
import { pathAccess, shownPath, typedPath } from './paths.ts'
import { readTarget } from './target.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

const schema = z.object({
  path: typedPath.optional().describe('The folder. Default: the workspace.'),
  limit: z.number().int().min(1).optional().describe('How many entries at most. Default 500.'),
})

export type LsInput = z.infer<typeof schema>

/** Lists one folder. */
export const lsTool: Tool<LsInput> = {
  name: 'ls',
  summary: 'list a folder',
  description:
    'Lists the entries of one folder by name, dot files included: folders end in /, links in @.',
  schema,
  access: ({ path }, context) => pathAccess('read', path ?? '.', context),
  run,
}

async function run(input: LsInput, context: ToolContext): Promise<ToolOutcome> {
  const target = readTarget(input.path, context)
  if (!target.ok) return { ok: false, text: target.reason }
  const { realPath } = target
  const entries = await listChecked(realPath)
  if (entries === undefined) return { ok: false, text: await whyNot(realPath, context) }
  const names = entries.map((entry) => {
    if (entry.isDirectory()) return `${entry.name}/`
    return entry.isSymbolicLink() ? `${entry.name}@` : entry.name
  })
  if (names.length === 0) return { ok: true, text: '(empty folder)' }
  names.sort((a, b) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b))
  const limit = input.limit ?? 500
  const shown = names.slice(0, limit)
  const left = names.length - shown.length
  const note = left > 0 ? [`[${left} more entries; raise limit to see them.]`] : []
  return { ok: true, text: [...shown, ...note].join('\n') }
}

async function whyNot(realPath: string, context: ToolContext): Promise<string> {
  const opened = await openChecked(realPath)
  if (opened.kind === 'folder')
    return `${shownPath(realPath, context.workspace)} could not be read.`
  if (opened.kind !== 'open') return describeFailure(opened, realPath, context)
  await opened.handle.close()
  return `${shownPath(realPath, context.workspace)} is a file; look at it with read.`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
