import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { activate, readInstructions } from '../activation/index.ts'
import type { Activation, ActivationOptions } from '../activation/types.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { Skill } from '../skill.ts'
import type { Snapshot } from './types.ts'

/** A skill as a person looks at it, whatever its state. Nothing of it is obeyed. */
export interface SkillPreview {
  /** The Markdown file, then its resources: paths in the skill's folder, and sizes in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[]
  /** How many resources there are in all; at most 200 of them are among `files`. */
  readonly resourceCount: number
  /** As it would be handed over. Absent where the file holds no usable skill any more. */
  readonly activation?: Activation
  /** What reading and expanding found, without what the snapshot says already. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What the snapshot and the skill do not say. */
export interface PreviewOptions extends Pick<ActivationOptions, 'language'> {
  /** Absolute working folder; it stands for the project where there is no repository. */
  readonly cwd: string
  /** 128 random bits as 32 hex digits. Default: drawn. */
  readonly boundary?: string
}

/**
 * Reads a skill's files and expands its instructions, with its argument hint in the place of
 * arguments. Unlike `library.activate` it asks neither for trust nor whether the skill may be called,
 * and throws nothing.
 *
 * @param skill from the snapshot
 * @param snapshot which says what is known of it already
 * @param options where the person works, and in which language
 * @returns what there is to look at; what cannot be read is among the diagnostics
 * @example
 * const { activation, files } = await previewSkill(skill, library.snapshot, { cwd })
 */
export async function previewSkill(
  skill: Skill,
  snapshot: Pick<Snapshot, 'entries' | 'repository'>,
  options: PreviewOptions,
): Promise<SkillPreview> {
  const { entries, repository } = snapshot
  const { cwd, language, boundary = randomBytes(16).toString('hex') } = options
  const instructions = await readInstructions(skill)
  const { resources, resourceCount } = instructions
  const files = await sizesOf(skill, resources)
  const entry = entries.find(({ path }) => path === skill.location)
  const known = new Set(entry?.diagnostics.map(({ message }) => message))
  // Reading the file again finds what its entry says.
  const fresh = (found: readonly Diagnostic[]) => found.filter(({ message }) => !known.has(message))
  if (instructions.diagnostics.some(({ severity }) => severity === 'error')) {
    return { files, resourceCount, diagnostics: fresh(instructions.diagnostics) }
  }
  const activation = activate(skill, instructions, {
    // The hint stands in for arguments, so that their places in the text can be seen.
    arguments: skill.argumentHint ?? '',
    route: 'user',
    boundary,
    ...(language === undefined ? {} : { language }),
    projectDirectory: repository ?? cwd,
  })
  return { files, resourceCount, activation, diagnostics: fresh(activation.diagnostics) }
}

async function sizesOf(skill: Skill, resources: readonly string[]): Promise<SkillPreview['files']> {
  const own = skill.location.slice(skill.directory.length + 1)
  return Promise.all(
    [own, ...resources].map(async (path) => {
      // One that is gone since has no size.
      const size = await stat(join(skill.directory, path)).then(
        (stats) => stats.size,
        () => 0,
      )
      return { path, size }
    }),
  )
}
