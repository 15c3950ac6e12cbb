import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { isInside } from '../discovery/index.ts'
import { parseSkill } from '../format/index.ts'
import type { Layout, Skill } from '../skill.ts'
import { isSkillFileName, skillFileLimit } from '../skill-file.ts'
import { boundaryOf, nearestHolding } from './confinement.ts'
import { listResources, type Resources } from './resources.ts'
import type { Instructions } from './types.ts'

/**
 * Reads a skill's file and lists its folder: the only step of an activation that touches the disk.
 * Throws nothing: what is wrong with the file is a diagnostic; where one is an error, do not activate.
 *
 * @param skill as a snapshot holds it: a project skill's links stay in its `source.boundary`
 * @returns body, files, hash and diagnostics
 * @example
 * const { body, resources } = await readInstructions(skill)
 */
export async function readInstructions(skill: Skill): Promise<Instructions> {
  const file = await readSkillFile(skill)
  if (file.kind === 'unreadable') return unreadable(file.diagnostic)
  const parsed = parseSkill(file.bytes, {
    location: skill.location,
    realPath: skill.realPath,
    source: skill.source,
    singleFile: skill.singleFile,
    layout: layoutOf(skill),
  })
  const resources = await listResources(skill)
  const pluginRoot = needsPluginRoot(skill, parsed.body)
    ? await readPluginRoot(skill.directory)
    : undefined
  return {
    body: parsed.body,
    resources: resources.paths,
    resourceCount: resources.count,
    hash: createHash('sha256').update(file.bytes).digest('hex'),
    diagnostics: [...parsed.diagnostics, ...walkDiagnostics(skill, resources)],
    ...(parsed.skill ? { skill: parsed.skill } : {}),
    ...(pluginRoot === undefined ? {} : { pluginRoot }),
  }
}

/**
 * The nearest folder, from the skill's own upward, that holds `.claude-plugin/`. Throws nothing.
 *
 * @param directory absolute folder of the skill
 * @returns its absolute path; undefined where no folder above holds one
 * @example
 * const root = await readPluginRoot(skill.directory)
 */
export async function readPluginRoot(directory: string): Promise<string | undefined> {
  return nearestHolding(directory, '.claude-plugin')
}

function needsPluginRoot({ hooks }: Skill, body: string): boolean {
  const texts = [body, hooks.preExecute, hooks.postExecute, hooks.onError]
  return texts.some((text) => text?.includes('{CLAUDE_PLUGIN_ROOT}'))
}

/** A skill that loaded without frontmatter or description must be read the way it was loaded. */
function layoutOf(skill: Skill): Layout {
  if (skill.description === '') return 'any-markdown'
  return isSkillFileName(basename(skill.location)) ? 'agent-skills' : 'root-markdown'
}

type SkillFile =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly diagnostic: Diagnostic }

async function readSkillFile(skill: Skill): Promise<SkillFile> {
  const { location } = skill
  try {
    const boundary = await boundaryOf(skill)
    const path = boundary === undefined ? location : await realpath(location)
    if (boundary !== undefined && !isInside(path, boundary)) {
      return { kind: 'unreadable', diagnostic: leadsOut(location, path, boundary) }
    }
    await using file = await open(path, boundary === undefined ? readOnly : readOnlyNoLink)
    // A folder above may have become a link between the look and the opening: what counts is the
    // file that is open, and whether that is the one which lies inside.
    if (boundary !== undefined && !(await isTheFileAt(path, file))) {
      return { kind: 'unreadable', diagnostic: leadsOut(location, 'another place', boundary) }
    }
    const stats = await file.stat()
    if (!stats.isFile()) return { kind: 'unreadable', diagnostic: notAFile(location) }
    const { size } = stats
    if (size > skillFileLimit) return { kind: 'unreadable', diagnostic: tooLarge(location, size) }
    return { kind: 'read', bytes: await file.readFile() }
  } catch (error) {
    return { kind: 'unreadable', diagnostic: unreadableFile(location, error) }
  }
}

// Without O_NONBLOCK a pipe in the file's place would wait for its writer for ever. Windows has
// neither flag.
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const readOnlyNoLink = readOnly | (constants.O_NOFOLLOW ?? 0)

/** Whether an open file is the one that lies at a path without any link on the way. */
async function isTheFileAt(path: string, file: FileHandle): Promise<boolean> {
  const opened = await file.stat({ bigint: true })
  const there = await lstat(path, { bigint: true })
  return (await realpath(path)) === path && opened.ino === there.ino && opened.dev === there.dev
}

function leadsOut(file: string, target: string, boundary: string): Diagnostic {
  return {
    code: 'link/escapes',
    severity: 'error',
    message: `This project path leads to '${target}', outside of '${boundary}', since the skills were loaded, and was not followed.`,
    file,
    hint: 'Put the file itself into the project, then reload the skills.',
  }
}

function tooLarge(file: string, size: number): Diagnostic {
  return {
    code: 'bytes/too-large',
    severity: 'error',
    message: `The file has ${size} bytes; a skill may have at most ${skillFileLimit}.`,
    file,
    hint: 'Move details into files of their own below the skill and name them in the text.',
  }
}

function notAFile(file: string): Diagnostic {
  return {
    code: 'walk/not-a-file',
    severity: 'error',
    message: 'There is no ordinary file in this place any more.',
    file,
    hint: 'Put the file back, then reload the skills.',
  }
}

function unreadableFile(file: string, error: unknown): Diagnostic {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return {
      code: 'walk/vanished',
      severity: 'error',
      message: 'The file is no longer there.',
      file,
      hint: 'Reload the skills, or put the file back.',
    }
  }
  const why = error instanceof Error ? error.message : String(error)
  return {
    code: 'walk/unreadable',
    severity: 'error',
    message: `The file cannot be read: ${why}.`,
    file,
    hint: 'Check its permissions.',
  }
}

function unreadable(diagnostic: Diagnostic): Instructions {
  return { body: '', resources: [], resourceCount: 0, hash: '', diagnostics: [diagnostic] }
}

function walkDiagnostics(skill: Skill, { count, stopped }: Resources): Diagnostic[] {
  if (!stopped) return []
  return [
    {
      code: 'walk/limit',
      severity: 'info',
      message: `The skill's folder was not looked through to its end; it has more than ${count} files.`,
      file: skill.directory,
      hint: 'Move what the skill does not need out of its folder.',
    },
  ]
}
