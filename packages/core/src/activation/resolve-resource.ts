import { lstat, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Skill } from '../skill.ts'
import { allows, type Confinement, confinementOf } from './confinement.ts'
import { escapeShown } from './frame.ts'

/** A file of a skill that may be read, or why not, as one English sentence. */
export type ResolvedResource =
  | {
      readonly kind: 'file'
      /** Absolute, as asked for. */
      readonly path: string
      /** With every link resolved: open this one, without following links. */
      readonly realPath: string
    }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Resolves a path that a skill's text names, such as `references/forms.md`, against the skill's
 * folder. It stays in the folder by real path, part by part; a link out of it is followed only
 * where the skill's scope allows, and a project skill's only inside `source.boundary`. Throws nothing.
 *
 * @param skill whose file is wanted
 * @param path relative, with `/` between its parts, as the skill's text has it
 * @returns the file's path and real path, or why it is refused
 * @example
 * const found = await resolveResource(skill, 'references/forms.md')
 * if (found.kind === 'file') await readFile(found.realPath)
 */
export async function resolveResource(skill: Skill, path: string): Promise<ResolvedResource> {
  const fault = faultOf(path)
  if (fault !== undefined) return refuse(path, fault)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (skill.singleFile && parts.join('/') !== basename(skill.location)) {
    return refuse(path, `the skill "${escapeShown(skill.name)}" is a single file and has no others`)
  }
  try {
    return await walk(skill, path, parts, await confinementOf(skill))
  } catch (error) {
    return refuse(path, reasonOf(error, skill))
  }
}

/** What is wrong with the path itself, before the disk is asked. */
function faultOf(path: string): string | undefined {
  if (path.includes('\0')) return 'it holds a NUL character'
  if (path.includes('\\')) return 'it holds a backslash; write "/" between folders'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('~')) {
    return "it is absolute; write it relative to the skill's folder"
  }
  const parts = path.split('/')
  if (parts.includes('..')) return 'it leads out of the skill\'s folder with ".."'
  if (parts.some((part) => /:\$|[. ]$/.test(part) && part !== '.')) {
    return 'a part of it ends with a dot or a blank, or names a data stream'
  }
  return parts.every((part) => part === '' || part === '.') ? 'it names no file' : undefined
}

/** Follows the path part by part, so that a link in its middle is seen before it is used. */
async function walk(
  skill: Skill,
  asked: string,
  parts: readonly string[],
  confinement: Confinement,
): Promise<ResolvedResource> {
  let current = confinement.directory
  for (const part of parts) {
    const next = join(current, part)
    current = (await lstat(next)).isSymbolicLink() ? await realpath(next) : next
    if (!allows(current, confinement)) {
      return refuse(asked, `a link in it leads out of the repository, to ${escapeShown(current)}`)
    }
  }
  const kind = await lstat(current)
  if (kind.isDirectory()) return refuse(asked, 'it is a folder; name a file in it')
  if (!kind.isFile()) return refuse(asked, 'it is not an ordinary file')
  return { kind: 'file', path: join(skill.directory, ...parts), realPath: current }
}

function refuse(path: string, reason: string): ResolvedResource {
  return { kind: 'refused', reason: `Cannot read "${escapeShown(path)}" of the skill: ${reason}.` }
}

function reasonOf(error: unknown, skill: Skill): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return `there is no such file below ${escapeShown(skill.directory)}`
  }
  if (code === 'ELOOP') return 'its links lead in a circle'
  if (code === 'EACCES' || code === 'EPERM') return 'reading it is not permitted'
  if (code === 'ENAMETOOLONG') return 'it is too long'
  throw error
}
