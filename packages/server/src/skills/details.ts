import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { activate, type Entry, readInstructions, type Skill } from '@skillet/core'
import type { SkillDetails } from '../contract/index.ts'
import type { World } from '../types.ts'
import { entryShape } from './entry.ts'
import { withExcerpts } from './excerpt.ts'

/** Everything about one skill, whatever its state. Nothing of it is obeyed. */
export async function detailsOf(world: World, entry: Entry): Promise<SkillDetails> {
  const { skill } = entry
  const read = skill === undefined ? undefined : await readSkill(world, skill)
  return {
    entry: entryShape(entry),
    ...(skill?.license !== undefined && { license: skill.license }),
    ...(skill?.compatibility !== undefined && { compatibility: skill.compatibility }),
    metadata: { ...skill?.metadata },
    allowedTools: [...(skill?.allowedTools ?? [])],
    hooks: { ...skill?.hooks },
    extra: { ...skill?.extra },
    ...(read?.instructions && { instructions: read.instructions }),
    files: read?.files ?? [],
    why: world.library.explain(entry.path).steps.map((step) => ({ ...step })),
    diagnostics: withExcerpts([...entry.diagnostics, ...(read?.diagnostics ?? [])]),
  }
}

async function readSkill(world: World, skill: Skill) {
  const { library, random, workspace } = world
  const instructions = await readInstructions(skill)
  const files = await sizes(skill, instructions.resources)
  const known = new Set(skillProblems(library.snapshot.entries, skill))
  const fresh = instructions.diagnostics.filter(({ message }) => !known.has(message))
  if (instructions.diagnostics.some(({ severity }) => severity === 'error')) {
    return { files, diagnostics: fresh }
  }
  const activation = activate(skill, instructions, {
    // The hint stands in for arguments, so that their places in the text can be seen.
    arguments: skill.argumentHint ?? '',
    route: 'user',
    boundary: random(16),
    language: world.language(),
    projectDirectory: library.snapshot.repository ?? workspace,
  })
  return {
    files,
    instructions: { text: activation.body, tokens: activation.tokens },
    diagnostics: [...fresh, ...activation.diagnostics],
  }
}

/** What its entry says already: reading the file again finds the same. */
function skillProblems(entries: readonly Entry[], skill: Skill): readonly string[] {
  const entry = entries.find(({ path }) => path === skill.location)
  return entry?.diagnostics.map(({ message }) => message) ?? []
}

async function sizes(skill: Skill, resources: readonly string[]): Promise<SkillDetails['files']> {
  const own = skill.location.slice(skill.directory.length + 1)
  return Promise.all(
    [own, ...resources].map(async (path) => {
      const size = await stat(join(skill.directory, path)).then(
        (stats) => stats.size,
        () => 0,
      )
      return { path, size }
    }),
  )
}
