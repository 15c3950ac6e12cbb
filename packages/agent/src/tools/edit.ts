import { z } from 'zod'
import { applyReplacements, type Replacement } from './apply-replacements.ts'
import { fileDiff } from './file-diff.ts'
import { absolutePath, pathAccess, realPathOf, refusedForm, shownPath, typedPath } from './paths.ts'
import { permitted } from './permitted.ts'
import { presentFile } from './present-file.ts'
import { replaceFile } from './replace-file.ts'
import { decodeText, encodeText } from './text-file.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

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
async function preview(
  input: EditInput,
  context: ToolContext,
): Promise<{ readonly diff: string; readonly baseHash?: string }> {
  const approved = { access: pathAccess('write', input.path, context) }
  const planned = await plan(input, { ...context, approved })
  const base = planned.hash === undefined ? {} : { baseHash: planned.hash }
  return { diff: planned.ok ? planned.diff : '', ...base }
}

async function run(input: EditInput, context: ToolContext): Promise<ToolOutcome> {
  const planned = await plan(input, context)
  const base = context.approved?.baseHash
  if (base !== undefined && planned.hash !== undefined && base !== planned.hash) {
    const shown = shownPath(planned.realPath, context.workspace)
    return {
      ok: false,
      stale: true,
      text: `${shown} changed after the diff was shown. Nothing was written.`,
    }
  }
  if (!planned.ok) return { ok: false, text: planned.reason }
  const written = await replaceFile(planned.realPath, planned.bytes)
  if (!written.ok) return { ok: false, text: written.reason }
  const shown = shownPath(planned.realPath, context.workspace)
  const times = planned.count === 1 ? '1 place' : `${planned.count} places`
  return { ok: true, text: `Changed ${times} in ${shown}.`, diff: planned.diff }
}

type Plan =
  | {
      readonly ok: true
      readonly realPath: string
      readonly bytes: Buffer
      readonly diff: string
      readonly count: number
      readonly hash: string
    }
  | {
      readonly ok: false
      readonly realPath: string
      readonly reason: string
      readonly hash?: string
    }

/** Works out what the file would become, without touching it. */
async function plan(input: EditInput, context: ToolContext): Promise<Plan> {
  const named = absolutePath(input.path, context)
  const realPath = realPathOf(named)
  const shown = shownPath(realPath, context.workspace)
  const refused = refusedForm(named, context) ?? refusedForm(realPath, context)
  if (refused !== undefined) return { ok: false, realPath, reason: refused }
  const allowed = permitted('write', realPath, context)
  if (!allowed.ok) return { ok: false, realPath, reason: allowed.reason }
  const present = await presentFile(realPath)
  if (present.kind === 'missing') {
    return {
      ok: false,
      realPath,
      hash: present.hash,
      reason: `${shown} does not exist; make it with write.`,
    }
  }
  if (present.kind === 'unusable') {
    return { ok: false, realPath, hash: present.hash, reason: `${shown} ${present.reason}` }
  }
  const decoded = decodeText(present.bytes)
  if (decoded === undefined) {
    const reason = `${shown} is not UTF-8 or UTF-16 text; editing it as text would damage it.`
    return { ok: false, realPath, hash: present.hash, reason }
  }
  const applied = applyReplacements(decoded.text, replacementsOf(input))
  if (!applied.ok) {
    return { ok: false, realPath, hash: present.hash, reason: `${shown}: ${applied.reason}` }
  }
  return {
    ok: true,
    realPath,
    bytes: encodeText(applied.text, decoded.encoding),
    diff: fileDiff(shown, decoded.text, applied.text),
    count: applied.count,
    hash: present.hash,
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
