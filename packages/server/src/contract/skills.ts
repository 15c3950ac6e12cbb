import { z } from 'zod'
import { diagnostic } from './diagnostics.ts'
import { skillStates } from './skill-states.ts'

/** One file that looked like a skill. Its path says which. */
export const skillEntry = z
  .object({
    /** Absolute path of the Markdown file. */
    path: z.string(),
    name: z.string(),
    /** What to type after `/`; a qualified form where the name alone is another skill. */
    callableAs: z.string(),
    description: z.string(),
    scope: z.enum(['explicit', 'project', 'user', 'builtin']),
    client: z.string(),
    state: z.enum(skillStates),
    /** Why it is in this state, as one sentence. */
    reason: z.string(),
    remedy: z.string().optional(),
    modelInvocable: z.boolean(),
    userInvocable: z.boolean(),
    argumentHint: z.string().optional(),
    arguments: z.array(z.object({ name: z.string(), description: z.string().optional() })),
    tools: z.array(z.string()),
    model: z.string().optional(),
    /** How many of each severity. */
    errors: z.int(),
    warnings: z.int(),
  })
  .meta({ id: 'SkillEntry' })

export const skillList = z
  .object({
    /** Of the snapshot; changes with each reload that changed something. */
    version: z.int(),
    entries: z.array(skillEntry),
    /** Where Skillet looked. */
    roots: z.array(
      z.object({
        path: z.string(),
        scope: z.string(),
        client: z.string(),
        exists: z.boolean(),
      }),
    ),
    /** Not about one skill alone: settings, roots. */
    diagnostics: z.array(diagnostic),
  })
  .meta({ id: 'SkillList' })

export const skillQuery = z.object({ path: z.string().min(1).max(4096) })

/** A diagnostic with the lines around its place. */
const excerptedDiagnostic = z.object({
  diagnostic,
  excerpt: z.object({ firstLine: z.int(), lines: z.array(z.string()) }).optional(),
})

export const skillDetails = z
  .object({
    entry: skillEntry,
    license: z.string().optional(),
    compatibility: z.string().optional(),
    metadata: z.record(z.string(), z.string()),
    allowedTools: z.array(z.string()),
    hooks: z.object({
      preExecute: z.string().optional(),
      postExecute: z.string().optional(),
      onError: z.string().optional(),
    }),
    extra: z.record(z.string(), z.unknown()),
    /** As the model gets them, without the frame; absent where they could not be read. */
    instructions: z.object({ text: z.string(), tokens: z.number() }).optional(),
    files: z.array(z.object({ path: z.string(), size: z.int() })),
    why: z.array(
      z.object({
        step: z.string(),
        outcome: z.enum(['pass', 'fail', 'note']),
        detail: z.string(),
        file: z.string().optional(),
        line: z.int().optional(),
        remedy: z.string().optional(),
      }),
    ),
    diagnostics: z.array(excerptedDiagnostic),
  })
  .meta({ id: 'SkillDetails' })

/** A file of a skill's folder. */
export const skillFileQuery = skillQuery.extend({ file: z.string().min(1).max(4096) })

export const skillFile = z
  .object({ path: z.string(), size: z.int(), text: z.string().optional(), truncated: z.boolean() })
  .meta({ id: 'SkillFile' })

export const enableRequest = z
  .strictObject({
    path: z.string(),
    enabled: z.boolean(),
    where: z.enum(['project', 'user']),
  })
  .meta({ id: 'EnableRequest' })

/** What trusting this repository would allow, and what changed since a former decision. */
export const trustQuestion = z
  .object({
    root: z.string(),
    trusted: z.boolean(),
    /** The last decision; absent: nobody was asked. */
    answer: z.enum(['until-changed', 'mine', 'distrust']).optional(),
    /** Goes back with the answer: what was shown is what is trusted. */
    digest: z.string(),
    skills: z.array(
      z.object({
        path: z.string(),
        name: z.string(),
        description: z.string(),
        /** Sizes are in bytes. */
        files: z.array(z.object({ path: z.string(), size: z.int() })),
        /** Those of the files that can be run. */
        scripts: z.array(z.string()),
        hooks: z.array(z.string()),
        tools: z.array(z.string()),
        allowedTools: z.array(z.string()),
        findings: z.array(diagnostic),
        /** Nobody can tell whether it changes, so nothing but `mine` trusts it: why. */
        untrustable: z.string().optional(),
      }),
    ),
    settings: z.array(z.object({ path: z.string(), text: z.string() })),
    /** Since the former decision; absent: there is none. */
    changes: z
      .array(
        z.object({
          path: z.string(),
          change: z.enum(['added', 'removed', 'changed']),
          diff: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'TrustQuestion' })

export const trustAnswer = z.strictObject({
  /** `trust`: what was shown, until it changes. `mine`: the whole folder, changes included. */
  decision: z.enum(['trust', 'mine', 'untrust']),
  digest: z.string(),
})

export type SkillEntry = z.infer<typeof skillEntry>
export type SkillList = z.infer<typeof skillList>
export type SkillDetails = z.infer<typeof skillDetails>
export type SkillFile = z.infer<typeof skillFile>
export type EnableRequest = z.infer<typeof enableRequest>
export type TrustQuestion = z.infer<typeof trustQuestion>
export type TrustAnswer = z.infer<typeof trustAnswer>
