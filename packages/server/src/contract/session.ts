import { z } from 'zod'
import { themes } from './settings.ts'
import { skillStates } from './skill-states.ts'

/** What a page needs to begin with. */
export const session = z
  .object({
    version: z.literal(1),
    /** Of Skillet. */
    skillet: z.string(),
    /** Changes with every start. */
    start: z.string(),
    workspace: z.string(),
    home: z.string(),
    language: z.enum(['en', 'zh']),
    theme: z.enum(themes),
    /** The model that would answer. */
    model: z.object({
      id: z.string(),
      guided: z.boolean(),
      /** Why this one, as one sentence. */
      reason: z.string(),
      contextWindow: z.number().optional(),
      images: z.boolean(),
      /** It cannot be had now: why, and what to do. Nothing else is taken in its place. */
      problem: z.object({ message: z.string(), hint: z.string() }).optional(),
    }),
    /** What was looked for, in order, with the outcome. */
    findings: z.array(
      z.object({ place: z.string(), looked: z.string(), found: z.boolean(), detail: z.string() }),
    ),
    /** How many skills of each state. */
    skills: z.record(z.enum(skillStates), z.int()),
    /** Skills that wait for trust, where there are any. */
    trust: z.object({ root: z.string(), skills: z.int() }).optional(),
    sandbox: z.object({ kind: z.enum(['bubblewrap', 'none']), detail: z.string() }),
    /** Beyond loopback without TLS: said on every page. */
    exposed: z.boolean(),
    /** The command that starts Skillet here again. */
    command: z.string(),
  })
  .meta({ id: 'Session' })

export type Session = z.infer<typeof session>
