import { z } from 'zod'
import { applyReplacements, type Replacement } from './apply-replacements.ts'
import { fileDiff } from './file-diff.ts'
import { pathAccess, typedPath } from './paths.ts'
import { presentFile } from './present-file.ts'
import { replaceFile } from './replace-file.ts'
import { staleOutcome, type Target, writeTarget } from './target.ts'
import { decodeBytes, decodeText, encodeText, isPlain } from './text-file.ts'
import type { Preview, Tool, ToolContext, ToolOutcome } from './types.ts'

const replacement = {
  oldText: z.string().describe('The text to replace, exactly as in the file, unique in it.'),
  newText: z.string().describe('The text to put there.'),
  all: z.boolean().optional().describe('Replace every occurrence instead. Default false.'),
}

const schema = z.object({
  path: typedPath.describe(
    'The file: absolute, or relative to the workspace. ~ is the home folder.',
  ),
  edits: z
    .array(z.object(replacement))
    .optional()
    .describe(
      'The replacements, each matched against the file as it is now; all or none are made.',
    ),
  oldText: replacement.oldText.optional().describe('For a single replacement, instead of edits.'),
  newText: replacement.newText.optional().describe('For a single replacement, instead of edits.'),
  all: replacement.all,
})

export type EditInput = z.infer<typeof schema>

/** Replaces exact pieces of one file, all or none. */
export const editTool: Tool<EditInput> = {
  name: 'edit',
  summary: 'replace exact pieces of text in a file',
  description: [
    'Changes one file by exact text replacement. Each oldText must occur exactly once in the file, blanks and line breaks included, unless all is true.',
    'Several edits go in one call: each is matched against the file as it was, none may overlap, and either all are made or none.',
    'Line ends and encoding of the file stay as they are.',
  ].join(' '),
  schema,
  access: ({ path }, context) => pathAccess('write', path, context),
  preview,
  run,
}

/** The diff, made before anybody approved: it is for their eyes, and nothing is written. */
async function preview(input: EditInput, context: ToolContext): Promise<Preview> {
  const approved = { access: pathAccess('write', input.path, context) }
  const planned = await plan(input, { ...context, approved })
  const base = planned.hash === undefined ? {} : { baseHash: planned.hash }
  return planned.ok
    ? { diff: planned.diff, ...base }
    : { diff: '', ...base, failure: planned.reason }
}

async function run(input: EditInput, context: ToolContext): Promise<ToolOutcome> {
  const planned = await plan(input, context)
  const { target } = planned
  const stale = staleOutcome(target, planned.hash, context)
  if (stale !== undefined) return stale
  if (!planned.ok) return { ok: false, text: planned.reason }
  const written = await replaceFile(target.realPath, planned.bytes)
  if (!written.ok) return { ok: false, text: written.reason }
  const times = planned.count === 1 ? '1 place' : `${planned.count} places`
  return { ok: true, text: `Changed ${times} in ${target.shown}.`, diff: planned.diff }
}

/** What the file would become, or why it stays; `hash` stands for the file as it is now. */
type Plan = { readonly target: Target; readonly hash?: string } & (
  | {
      readonly ok: true
      readonly bytes: Buffer
      readonly diff: string
      readonly count: number
    }
  | { readonly ok: false; readonly reason: string }
)

/** Works out what the file would become, without touching it. */
async function plan(input: EditInput, context: ToolContext): Promise<Plan> {
  const target = writeTarget(input.path, context)
  if (!target.ok) return { ok: false, target, reason: target.reason }
  const { shown } = target
  const present = await presentFile(target.realPath)
  const { hash } = present
  const unchanged = (reason: string): Plan => ({ ok: false, target, hash, reason })
  if (present.kind === 'missing') return unchanged(`${shown} does not exist; make it with write.`)
  if (present.kind === 'unusable') return unchanged(`${shown} ${present.reason}`)
  const edits = replacementsOf(input)
  // Plain characters are one byte in every older encoding, and no other byte of the file changes.
  const arePlain = edits.every(({ oldText, newText }) => isPlain(oldText) && isPlain(newText))
  const decoded = decodeText(present.bytes) ?? (arePlain ? decodeBytes(present.bytes) : undefined)
  if (decoded === undefined) {
    return unchanged(
      `${shown} is not UTF-8 or UTF-16 text: only plain ASCII text in it can be replaced without damage, and nothing in a binary file.`,
    )
  }
  const applied = applyReplacements(decoded.text, edits)
  if (!applied.ok) return unchanged(`${shown}: ${applied.reason}`)
  return {
    ok: true,
    target,
    hash,
    bytes: encodeText(applied.text, decoded.encoding),
    diff: fileDiff(shown, decoded.text, applied.text),
    count: applied.count,
  }
}

function replacementsOf(input: EditInput): readonly Replacement[] {
  const { oldText, newText, all } = input
  const single = oldText === undefined ? [] : [{ oldText, newText: newText ?? '', all }]
  return [...(input.edits ?? []), ...single].map((edit) => ({
    oldText: edit.oldText,
    newText: edit.newText,
    all: edit.all ?? false,
  }))
}
