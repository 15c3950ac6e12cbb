import type { JSONSchema7 } from '@ai-sdk/provider'
import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { Message, Part } from '../store/index.ts'
import type { Tool } from '../tools/types.ts'
import type { Answer } from './answer.ts'
import { toModelMessages } from './history.ts'
import type { ModelFacts, PreparedTurn } from './turn-state.ts'

/** A tool as a provider is told of it. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly schema: JSONSchema7
}

/** What one call of the model is sent. `preview` shows the very same. */
export interface ModelRequest {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly OfferedTool[]
}

/** The state of a turn that decides what is sent next. */
export interface RequestGround {
  readonly prepared: PreparedTurn
  readonly model: ModelFacts
  readonly tools: readonly Tool[]
  readonly answer?: Answer
}

/** The system text is the one of the turn's start, at every step. */
export function modelRequest({ prepared, model, tools, answer }: RequestGround): ModelRequest {
  const messages: readonly Message[] = [
    ...prepared.earlier,
    prepared.message,
    ...(answer ? [answer.message] : []),
  ]
  const providerNotes = answer?.notesOf(model.id)
  return {
    system: prepared.system.text,
    messages: toModelMessages(messages, {
      images: model.images,
      outputs: model.kind === 'guided' ? 'plain' : 'framed',
      ...(providerNotes && { providerNotes: (part: Part) => providerNotes(part) }),
    }),
    tools: tools.map(offered),
  }
}

/** The AI SDK's form: without `execute`, since the engine runs the tools, and without validation. */
export function toToolSet(tools: readonly OfferedTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema) }),
    ]),
  )
}

function offered({ name, description, schema }: Tool): OfferedTool {
  return { name, description, schema: inputSchema(schema) }
}

/** Schemas never change, so each is written out once, however many steps offer its tool. */
const written = new WeakMap<z.ZodType, JSONSchema7>()

function inputSchema(schema: z.ZodType): JSONSchema7 {
  const known = written.get(schema)
  if (known) return known
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
  written.set(schema, rest)
  return rest
}
