import type { SkillSource } from '../skill.ts'
import { isMarkdownName, isSkillFileName } from '../skill-file.ts'
import type { SkillOrigin } from './fields/index.ts'
import type { ParseOptions } from './types.ts'

/** What a file's path and the caller say about a skill, before its frontmatter does. */
export function originOf(options: ParseOptions): SkillOrigin {
  const { location } = options
  const isWindows = isWindowsPath(location)
  const fileStart = lastSeparator(location, location.length, isWindows) + 1
  const file = location.slice(fileStart)
  const directory = directoryOf(location, fileStart)
  const isSkillFile = isSkillFileName(file)
  const singleFile = options.singleFile ?? !isSkillFile
  const folder = directory.slice(lastSeparator(directory, directory.length, isWindows) + 1)
  return {
    location,
    directory,
    realPath: options.realPath ?? location,
    source: frozen(options.source ?? { scope: 'explicit', client: 'skillet', root: directory }),
    singleFile,
    naming: {
      fallback: isSkillFile ? folder : withoutEnding(file),
      isSkillFile,
      ownsFolder: isSkillFile && !singleFile,
    },
    descriptionOptional: options.layout === 'any-markdown',
    reportUnknown: options.unknownFields === 'report',
  }
}

/** One record that many skills share is frozen once; a caller's own object is left alone. */
function frozen(source: SkillSource): SkillSource {
  return Object.isFrozen(source) ? source : Object.freeze({ ...source })
}

/**
 * A backslash separates only in Windows paths (drive letter or `\\server`, bug 29). Elsewhere it may
 * stand in a name, and which system a path is from shows in the path, not in the process.
 */
function isWindowsPath(path: string): boolean {
  return !path.startsWith('/') && /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)
}

/** Before `end`, -1 where there is none. */
function lastSeparator(path: string, end: number, isWindows: boolean): number {
  if (end === 0) return -1
  const slash = path.lastIndexOf('/', end - 1)
  return isWindows ? Math.max(slash, path.lastIndexOf('\\', end - 1)) : slash
}

/** The root of a file system keeps its separator. */
function directoryOf(path: string, fileStart: number): string {
  if (fileStart === 0) return ''
  if (fileStart === 1) return path.slice(0, 1)
  const directory = path.slice(0, fileStart - 1)
  return directory.endsWith(':') ? path.slice(0, fileStart) : directory
}

function withoutEnding(file: string): string {
  return isMarkdownName(file) ? file.slice(0, -3) : file
}
