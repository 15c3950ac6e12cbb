import { type Entry, previewSkill } from '@skillet/core'
import type { SkillDetails } from '../contract/index.ts'
import type { World } from '../types.ts'
import { entryShape } from './entry.ts'
import { withExcerpts } from './excerpt.ts'

/** Everything about one skill, whatever its state. Nothing of it is obeyed. */
export async function detailsOf(world: World, entry: Entry): Promise<SkillDetails> {
  const { skill } = entry
  const { library, random, workspace } = world
  const boundary = random(16)
  const preview =
    skill &&
    (await previewSkill(skill, library.snapshot, {
      cwd: workspace,
      boundary,
      language: world.language(),
    }))
  const { activation, files = [], diagnostics = [] } = preview ?? {}
  return {
    entry: entryShape(entry),
    ...(skill?.license !== undefined && { license: skill.license }),
    ...(skill?.compatibility !== undefined && { compatibility: skill.compatibility }),
    metadata: { ...skill?.metadata },
    allowedTools: [...(skill?.allowedTools ?? [])],
    hooks: { ...skill?.hooks },
    extra: { ...skill?.extra },
    ...(activation && {
      instructions: { text: activation.body, tokens: activation.tokens },
    }),
    files: [...files],
    why: library.explain(entry.path).steps.map((step) => ({ ...step })),
    diagnostics: withExcerpts([...entry.diagnostics, ...diagnostics]),
  }
}
