import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Settings } from '../../settings/index.ts'
import type { Skill } from '../../skill.ts'
import { combineDigests, digestPath, type SkillDigest } from './digest.ts'

/**
 * The folder that a decision is about: the repository's real path, or the working folder's. Throws
 * nothing: a folder that is not there stays as it is written.
 *
 * @param options `snapshot.repository`, and the absolute working folder
 * @returns its absolute path, links resolved
 * @example
 * const root = trustRoot({ cwd, repository: library.snapshot.repository })
 */
export function trustRoot(options: {
  readonly repository?: string | undefined
  readonly cwd: string
}): string {
  const folder = options.repository ?? options.cwd
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** A skill's name in the store: where its file really lies, from the repository on. */
export function trustKey(root: string, skill: Pick<Skill, 'realPath'>): string {
  return relative(root, skill.realPath).replaceAll(sep, '/')
}

/**
 * The digest of a project without settings: nothing to trust, and nothing to be changed into unseen.
 * sha-256 of no bytes, written out so that importing this file does not load the hash functions.
 */
export const noSettings = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Digest of the project's settings and of the knowledge they name: that text reaches the model
 * before any skill does. The skills they name have digests of their own.
 */
export function digestSettings(settings: Settings | undefined): SkillDigest {
  if (settings === undefined || !existsSync(settings.projectFile)) {
    return { kind: 'known', digest: noSettings, files: [] }
  }
  const file = digestPath(realpathSync(settings.projectFile))
  if (file.kind === 'unknown') return file
  const parts = new Map([[basename(settings.projectFile), file.digest]])
  for (const path of settings.project.knowledge ?? []) {
    const absolute = resolve(dirname(settings.projectFile), path)
    if (!existsSync(absolute)) continue
    const knowledge = digestPath(realpathSync(absolute))
    if (knowledge.kind === 'unknown') return knowledge
    parts.set(join('knowledge', path), knowledge.digest)
  }
  return { kind: 'known', digest: combineDigests(parts), files: file.files }
}

/** The skills that the project brings, in the order given: those that trust is about. */
export function projectSkills(found: readonly { readonly skill?: Skill | undefined }[]): Skill[] {
  return found.flatMap(({ skill }) => (skill?.source.scope === 'project' ? [skill] : []))
}
