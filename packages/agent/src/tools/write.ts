import { z } from 'zod'
import { fileDiff } from './file-diff.ts'
import { absolutePath, pathAccess, realPathOf, refusedForm, shownPath, typedPath } from './paths.ts'
import { permitted } from './permitted.ts'
import { type Present, presentFile } from './present-file.ts'
import { replaceFile } from './replace-file.ts'
import { decodeText } from './text-file.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

const schema = z.object({
  path: typedPath.describe(
    'The file: absolute, or relative to the workspace. ~ is the home folder.',
  ),
  content: z.string().describe('The whole new content.'),
})

export type WriteInput = z.infer<typeof schema>

/** Writes one file whole, through a new file that is renamed. */
export const writeTool: Tool<WriteInput> = {
  name: 'write',
  summary: 'write a whole file, making its folders',
  description: [
    'Writes one file whole: makes it, and the folders it is in, or replaces all of its content.',
    'To change a part of a file, use edit.',
  ].join(' '),
  schema,
  access: ({ path }, context) => pathAccess('write', path, context),
  preview,
  run,
}

/** The diff, made before anybody approved: it is for their eyes, and nothing is written. */
async function preview(
  input: WriteInput,
  context: ToolContext,
): Promise<{ readonly diff: string; readonly baseHash: string }> {
  const realPath = realPathOf(absolutePath(input.path, context))
  const present = await presentFile(realPath)
  return { diff: diffOf(present, input.content, realPath, context), baseHash: present.hash }
}

async function run(input: WriteInput, context: ToolContext): Promise<ToolOutcome> {
  const named = absolutePath(input.path, context)
  const realPath = realPathOf(named)
  const refused = refusedForm(named, context) ?? refusedForm(realPath, context)
  if (refused !== undefined) return { ok: false, text: refused }
  const allowed = permitted('write', realPath, context)
  if (!allowed.ok) return { ok: false, text: allowed.reason }
  const shown = shownPath(realPath, context.workspace)
  const present = await presentFile(realPath)
  if (present.kind === 'unusable') return { ok: false, text: `${shown} ${present.reason}` }
  const base = context.approved?.baseHash
  if (base !== undefined && base !== present.hash) {
    return {
      ok: false,
      stale: true,
      text: `${shown} changed after the diff was shown. Nothing was written.`,
    }
  }
  const diff = diffOf(present, input.content, realPath, context)
  const written = await replaceFile(realPath, Buffer.from(input.content, 'utf8'))
  if (!written.ok) return { ok: false, text: written.reason }
  const bytes = Buffer.byteLength(input.content)
  return {
    ok: true,
    text: `${written.created ? 'Made' : 'Replaced'} ${shown} (${bytes} bytes).`,
    diff,
  }
}

function diffOf(present: Present, content: string, realPath: string, context: ToolContext): string {
  const shown = shownPath(realPath, context.workspace)
  const before = present.kind === 'file' ? decodeText(present.bytes) : { text: '' }
  if (before === undefined) return `Binary file ${shown} is replaced by text.\n`
  return fileDiff(shown, present.kind === 'file' ? before.text : undefined, content)
}
