import type { JSONSchema7 } from '@ai-sdk/provider'
import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import type { PromptSection, SystemPrompt } from '../prompt/index.ts'
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
  /** The parts of `system`. */
  readonly sections: readonly PromptSection[]
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly OfferedTool[]
}

/** The state of a turn that decides what is sent next. */
export interface RequestGround {
  readonly prepared: PreparedTurn
  readonly system: SystemPrompt
  readonly model: ModelFacts
  readonly tools: readonly Tool[]
  readonly answer?: Pick<Answer, 'message' | 'notesOf'>
}

export function modelRequest(ground: RequestGround): ModelRequest {
  const { prepared, system, model, tools, answer } = ground
  const branch: readonly Message[] = [
    ...prepared.earlier,
    prepared.message,
    ...(answer ? [answer.message] : []),
  ]
  const { language, files } = prepared
  const providerNotes = answer?.notesOf(model.id)
  return {
    system: system.text,
    sections: system.sections,
    messages: toModelMessages(branch, {
      images: model.images,
      imagesInResults: model.imagesInResults,
      files,
      ...(language && { language }),
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

/** A tool as every request offers it. */
export function offered({ name, description, schema }: Tool): OfferedTool {
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
