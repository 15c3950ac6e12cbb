import { z } from 'zod'
import { fileDiff } from './file-diff.ts'
import { pathAccess, typedPath } from './paths.ts'
import { type Present, presentFile } from './present-file.ts'
import { replaceFile } from './replace-file.ts'
import { staleOutcome, type Target, writeTarget } from './target.ts'
import {
  type DecodedText,
  decodeBytes,
  decodeText,
  encodeText,
  withLineEndsOf,
} from './text-file.ts'
import type { Preview, Tool, ToolContext, ToolOutcome } from './types.ts'

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
async function preview(input: WriteInput, context: ToolContext): Promise<Preview> {
  const approved = { access: pathAccess('write', input.path, context) }
  const target = writeTarget(input.path, { ...context, approved })
  const { realPath, shown } = target
  const present = await presentFile(realPath)
  const seen = { diff: diffOf(present, input.content, shown), baseHash: present.hash }
  if (!target.ok) return { ...seen, failure: target.reason }
  return present.kind === 'unusable' ? { ...seen, failure: unusable(target, present) } : seen
}

async function run(input: WriteInput, context: ToolContext): Promise<ToolOutcome> {
  const target = writeTarget(input.path, context)
  if (!target.ok) return { ok: false, text: target.reason }
  const { realPath, shown } = target
  const present = await presentFile(realPath)
  if (present.kind === 'unusable') return { ok: false, text: unusable(target, present) }
  const stale = staleOutcome(target, present.hash, context)
  if (stale !== undefined) return stale
  const diff = diffOf(present, input.content, shown)
  const { text, encoding } = newText(present, input.content)
  const bytes = encodeText(text, encoding)
  const written = await replaceFile(realPath, bytes)
  if (!written.ok) return { ok: false, text: written.reason }
  const done = `${written.created ? 'Made' : 'Replaced'} ${shown} (${bytes.length} bytes).`
  return { ok: true, text: done, diff }
}

function unusable({ shown }: Target, { reason }: Extract<Present, { kind: 'unusable' }>): string {
  return `${shown} ${reason}`
}

/** What the file will hold: it keeps its encoding, and the line ends of Windows. */
function newText(present: Present, content: string): DecodedText {
  const old = oldText(present)
  // Letters that a file in an unknown encoding could not hold may be in the new text.
  const encoding = old === undefined || old.encoding === 'bytes' ? 'utf-8' : old.encoding
  // A mark that the model wrote itself is the one that is kept.
  const text = encoding === 'utf-8' ? content : content.replace(/^\uFEFF/u, '')
  return { text: old === undefined ? text : withLineEndsOf(old.text, text), encoding }
}

/** Undefined where there is none, or a binary file. */
function oldText(present: Present): DecodedText | undefined {
  if (present.kind !== 'file') return undefined
  return decodeText(present.bytes) ?? decodeBytes(present.bytes)
}

function diffOf(present: Present, content: string, shown: string): string {
  const before = oldText(present)
  if (before === undefined && present.kind === 'file') {
    return `Binary file ${shown} is replaced by text.\n`
  }
  const diff = fileDiff(shown, before?.text, newText(present, content).text)
  return before?.encoding === 'bytes' ? `${shown} is in UTF-8 from then on.\n${diff}` : diff
}
