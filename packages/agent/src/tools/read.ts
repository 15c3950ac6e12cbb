import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { describeFailure } from './missing-file.ts'
import { openChecked } from './open-checked.ts'
import { pathAccess, shownPath, typedPath } from './paths.ts'
import { type LineRange, readLines } from './read-lines.ts'
import { judgeImage, longestImageSide, mostImageBytes } from './sendable-image.ts'
import { readTarget } from './target.ts'
import { type ImageType, imageType, looksBinary } from './text-file.ts'
import type { Tool, ToolContext, ToolOutcome } from './types.ts'

const schema = z.object({
  path: typedPath.describe(
    'The file: absolute, or relative to the workspace. ~ is the home folder.',
  ),
  offset: z.number().int().min(1).optional().describe('The first line to read, from 1.'),
  limit: z.number().int().min(1).optional().describe('How many lines to read. At most 2000.'),
})

export type ReadInput = z.infer<typeof schema>

/** Reads one file: text with line numbers, an image as an image. */
export const readTool: Tool<ReadInput> = {
  name: 'read',
  summary: 'read a file: text with line numbers, or an image',
  description: [
    'Reads one file. Text comes with line numbers, at most 2000 lines or 50 KB at a time; the last line says how to read on with offset and limit.',
    'PNG, JPEG, GIF and WebP come as images. Binary files are named as such and not shown.',
    'Use it rather than cat or sed to look at a file.',
  ].join(' '),
  schema,
  access: ({ path }, context) => pathAccess('read', path, context),
  run,
}

async function run(input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const target = readTarget(input.path, context)
  if (!target.ok) return { ok: false, text: target.reason }
  const { realPath } = target
  const opened = await openChecked(realPath)
  if (opened.kind !== 'open') {
    return { ok: false, text: await describeFailure(opened, realPath, context) }
  }
  try {
    return await readOpened(opened.handle, opened.stats.size, realPath, input, context)
  } finally {
    await opened.handle.close()
  }
}

async function readOpened(
  handle: FileHandle,
  size: number,
  realPath: string,
  input: ReadInput,
  context: ToolContext,
): Promise<ToolOutcome> {
  const shown = shownPath(realPath, context.workspace)
  const start = await firstBytes(handle)
  const image = imageType(start)
  if (image !== undefined) return readImage(handle, image, size, shown, context)
  if (looksBinary(start)) {
    return { ok: false, text: `${shown} is a binary file of ${size} bytes; it is not shown.` }
  }
  const range = await readLines(handle, start, {
    offset: input.offset ?? 1,
    limit: input.limit ?? 2000,
    signal: context.signal,
    ...(context.secretBlanker !== undefined && { blanker: context.secretBlanker() }),
  })
  if (range.kind === 'binary') {
    return { ok: false, text: `${shown} holds binary data after its start; it is not shown.` }
  }
  return { ...describeRange(range, shown), ...activation(range, realPath, context) }
}

async function firstBytes(handle: FileHandle): Promise<Buffer> {
  const bytes = Buffer.alloc(8192)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  return bytes.subarray(0, bytesRead)
}

async function readImage(
  handle: FileHandle,
  mediaType: ImageType,
  size: number,
  shown: string,
  context: ToolContext,
): Promise<ToolOutcome> {
  const what = `${shown} is an image (${mediaType}, ${size} bytes)`
  if (size > mostImageBytes) return tooManyBytes(what, shown)
  if (!context.images) {
    return { ok: true, text: `${what}; the model in use is not sent images that are read.` }
  }
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await handle.read(bytes, 0, size, 0)
  const whole = bytes.subarray(0, bytesRead)
  const verdict = judgeImage(whole, mediaType)
  if (verdict.kind === 'too-many-bytes') return tooManyBytes(what, shown)
  if (verdict.kind === 'damaged') {
    return { ok: false, text: `${what}, but it is cut off or damaged; it is not shown.` }
  }
  const { width, height } = verdict.size
  const sized = `${what} of ${width} × ${height} pixels`
  if (verdict.kind === 'too-many-pixels') {
    const most = `more than the ${longestImageSide} on a side that can be shown`
    return { ok: false, text: `${sized}, ${most}. ${makeSmaller(shown)}` }
  }
  const image = { mediaType, base64: whole.toString('base64') }
  return { ok: true, text: `${sized}.`, image }
}

function tooManyBytes(what: string, shown: string): ToolOutcome {
  const most = `more than the ${mostImageBytes} bytes that can be shown`
  return { ok: false, text: `${what}, ${most}. ${makeSmaller(shown)}` }
}

/** Nothing here scales images: that takes a program of its own for each format. */
function makeSmaller(shown: string): string {
  return `Make a smaller copy of ${shown} and read that: magick, sips or Python's Pillow scale images.`
}

function describeRange(range: LineRange, shown: string): ToolOutcome {
  if (range.lines.length === 0) {
    if (range.total === 0) return { ok: true, text: `${shown} is empty.` }
    return {
      ok: false,
      text: `${shown} has ${range.total} lines; line ${range.first} is past its end.`,
    }
  }
  const numbered = range.lines.map((line, index) => `${range.first + index}\t${line}`)
  const last = range.first + range.lines.length - 1
  if (range.total === last) return { ok: true, text: numbered.join('\n') }
  const of = range.total === undefined ? 'a longer file' : `${range.total}`
  const note = `[Lines ${range.first}–${last} of ${of}. Read on with offset ${last + 1}.]`
  return { ok: true, text: [...numbered, note].join('\n') }
}

/** Reading the whole file of a skill that the model may call is how pi's models load it. */
function activation(
  range: LineRange,
  realPath: string,
  context: ToolContext,
): Pick<ToolOutcome, 'activate'> {
  const whole = range.first === 1 && range.total === range.lines.length && !range.shortened
  if (!whole) return {}
  const skill = context.readableSkills.find(
    (candidate) => candidate.modelInvocable && candidate.realPath === realPath,
  )
  return skill === undefined ? {} : { activate: { name: skill.name, route: 'read' } }
}
