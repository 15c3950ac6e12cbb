import { z } from 'zod'

/** What a person is asked before a call runs. Exactly this runs after a yes. */
export const approval = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    /** Of the answer in whose turn it was asked. */
    messageId: z.string(),
    callId: z.string(),
    tool: z.string(),
    input: z.unknown(),
    /** What it would touch. */
    access: z.discriminatedUnion('kind', [
      z.object({
        kind: z.enum(['read', 'write']),
        paths: z.array(z.string()),
        named: z.array(z.string()).optional(),
      }),
      z.object({ kind: z.literal('run'), command: z.string(), cwd: z.string() }),
      z.object({ kind: z.literal('skill'), name: z.string() }),
      z.object({ kind: z.literal('none') }),
    ]),
    workspace: z.string(),
    /** Unified, of an edit. */
    diff: z.string().optional(),
    /** Who asks, where it is a skill; else the model. */
    skill: z.object({ name: z.string(), scope: z.string() }).optional(),
    /** Of a command: what it runs in. */
    sandbox: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('none') }),
        z.object({ kind: z.literal('bubblewrap'), network: z.enum(['closed', 'open']) }),
      ])
      .optional(),
    /** What this one run would get that the sandbox keeps closed. */
    openings: z.array(z.string()).optional(),
    /** It holds characters that do not show or change direction; show them as codes and say so. */
    hidden: z.boolean().optional(),
    reason: z.string(),
    /** The exact rule that *always* would store; empty: none can. */
    rule: z.string(),
    /** Where that rule would go. */
    ruleFile: z.string().optional(),
    /** Goes back with a yes. */
    digest: z.string(),
    askedAt: z.number(),
  })
  .meta({ id: 'Approval' })

/** A person's answer. A yes carries the digest of what was shown. */
export const approvalAnswer = z
  .discriminatedUnion('decision', [
    z.strictObject({ decision: z.enum(['once', 'turn']), digest: z.string() }),
    z.strictObject({
      decision: z.literal('always'),
      digest: z.string(),
      /** As it was shown. A call that no rule can cover cannot be allowed for always. */
      rule: z.string().min(1),
    }),
    z.strictObject({
      decision: z.literal('no'),
      reason: z.string().optional(),
      digest: z.string().optional(),
    }),
  ])
  .meta({ id: 'ApprovalAnswer' })

export type Approval = z.infer<typeof approval>
export type ApprovalAnswer = z.infer<typeof approvalAnswer>
