import { z } from 'zod'
import type { Refused } from './turn-state.ts'

/** The store takes no others: a NUL ends a name there, and lone surrogates become one and the same. */
const id = z.string().refine(isId)

/** Whether something can name a conversation, a message or a question. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && !/[\0\p{Cs}]/u.test(value)
}

const bytes = z.custom<Uint8Array>(
  // Of another realm too, whose classes are others.
  (value) => Object.prototype.toString.call(value) === '[object Uint8Array]',
)

/** What a program may give, and what it has to be, in words. */
const fields = {
  conversationId: [id.optional(), 'a text without NUL and lone surrogates'],
  text: [z.string(), 'a text'],
  arguments: [z.union([z.string(), z.array(z.string())]).optional(), 'a text or a list of texts'],
  attachments: [
    z.array(z.object({ name: z.string(), bytes })).optional(),
    'a list of files, each with a text as its `name` and a Uint8Array as its `bytes`',
  ],
  edits: [id.optional(), 'the id of a message'],
  messageId: [id.optional(), 'the id of a message'],
  answerId: [id.optional(), 'the id of a message'],
  drop: [z.array(z.string()).optional(), 'a list of texts'],
  language: [z.enum(['en', 'zh']).optional(), '`en` or `zh`'],
  model: [z.string().optional(), 'a text'],
  askedBy: [z.enum(['person', 'program']).optional(), '`person` or `program`'],
  signal: [z.instanceof(AbortSignal).optional(), 'an AbortSignal'],
  skill: [z.string().optional(), 'a text'],
  invocation: [z.enum(['parse', 'text']).optional(), '`parse` or `text`'],
} as const

const { text, skill, arguments: words } = fields
const change = [
  z.object({ text: text[0], skill: skill[0], arguments: words[0] }).nullable(),
  'null, or an object with a text as its `text`, and the `skill` and `arguments` of a message',
] as const

/** Nobody has checked the types of a program in JavaScript: what is no message says so. */
export function messageFault(options: unknown): Refused | undefined {
  return refused(fault('message', fields, options))
}

/** The same for a message that is to be answered once more. */
export function retryFault(options: unknown): Refused | undefined {
  const { messageId, answerId, language, model, askedBy, signal } = fields
  const conversationId = [id, 'the id of a conversation'] as const
  const wanted = { conversationId, messageId, answerId, language, model, askedBy, signal }
  return refused(fault('retry', wanted, options))
}

/** The same for what a message that waits is changed to, as a sentence. */
export function revisionFault(options: unknown): string | undefined {
  const { askedBy } = fields
  const conversationId = [id, 'the id of a conversation'] as const
  const messageId = [id, 'the id of a message'] as const
  return fault('revision', { conversationId, messageId, change, askedBy }, options)
}

function fault(
  what: string,
  wanted: Readonly<Record<string, readonly [z.ZodType, string]>>,
  options: unknown,
): string | undefined {
  try {
    const record = z.looseObject({}).safeParse(options)
    if (!record.success) return `The options of a ${what} are an object.`
    for (const [name, [type, words]] of Object.entries(wanted)) {
      if (!type.safeParse(record.data[name]).success) return `\`${name}\` of a ${what} is ${words}.`
    }
    return undefined
  } catch {
    // What they hold may throw when it is looked at.
    return `The options of a ${what} cannot be read.`
  }
}

function refused(fault: string | undefined): Refused | undefined {
  if (fault === undefined) return undefined
  return {
    kind: 'refused',
    error: {
      class: 'request',
      message: `${fault} Nothing was sent.`,
      hint: 'This is a fault of the program that sends it.',
    },
  }
}
