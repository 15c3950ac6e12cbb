import { z } from 'zod'
import { fileDiff } from './file-diff.ts'
import { absolutePath, pathAccess, realPathOf, shownPath, typedPath } from './paths.ts'
import { type Present, presentFile } from './present-file.ts'
import { replaceFile } from './replace-file.ts'
import { staleOutcome, writeTarget } from './target.ts'
import { decodeText, encodeText, withLineEndsOf } from './text-file.ts'
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
  const shown = shownPath(realPath, context.workspace)
  return { diff: diffOf(present, input.content, shown), baseHash: present.hash }
}

async function run(input: WriteInput, context: ToolContext): Promise<ToolOutcome> {
  const target = writeTarget(input.path, context)
  if (!target.ok) return { ok: false, text: target.reason }
  const { realPath, shown } = target
  const present = await presentFile(realPath)
  if (present.kind === 'unusable') return { ok: false, text: `${shown} ${present.reason}` }
  const stale = staleOutcome(target, present.hash, context)
  if (stale !== undefined) return stale
  const diff = diffOf(present, input.content, shown)
  const bytes = bytesOf(present, input.content)
  const written = await replaceFile(realPath, bytes)
  if (!written.ok) return { ok: false, text: written.reason }
  const done = `${written.created ? 'Made' : 'Replaced'} ${shown} (${bytes.length} bytes).`
  return { ok: true, text: done, diff }
}

/** A file that is replaced keeps its encoding and the line ends of Windows. */
function bytesOf(present: Present, content: string): Buffer {
  const old = present.kind === 'file' ? decodeText(present.bytes) : undefined
  if (old === undefined) return Buffer.from(content, 'utf8')
  // A mark that the model wrote itself is the one that is kept.
  const text = old.encoding === 'utf-8' ? content : content.replace(/^\uFEFF/u, '')
  return encodeText(withLineEndsOf(old.text, text), old.encoding)
}

function diffOf(present: Present, content: string, shown: string): string {
  if (present.kind !== 'file') return fileDiff(shown, undefined, content)
  const before = decodeText(present.bytes)
  if (before === undefined) return `Binary file ${shown} is replaced by text.\n`
  return fileDiff(shown, before.text, withLineEndsOf(before.text, content))
}
