import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { Activation, Language, Skill, Snapshot } from '@skillet/core'
import { type InterpreterOf, interpreterOnDisk } from './interpreter.ts'
import { offerSkills } from './offer.ts'
import { type Action, type Plan, planWalk } from './plan.ts'
import { type OutcomeOf, type Progress, progressIn } from './results.ts'
import { type GuidedSentences, sentencesOf } from './sentences.ts'
import { continueWalk, type Reply } from './walk.ts'

export interface GuidedOptions {
  /** What the person typed, without the skill's name. */
  readonly message: string
  /** The skill to follow; without one, skills are offered. */
  readonly activation?: Activation
  /** The skill's text, filled and without its frame. Default: `activation.body`. */
  readonly body?: string
  readonly snapshot: Snapshot
  /** Names of the tools that this turn has. */
  readonly tools: readonly string[]
  /** Default `en`. */
  readonly language?: Language
  /** Names this turn, so that call ids differ from those of other turns. Default: the boundary. */
  readonly turn?: string
  /** Calls in one turn at most; the rest is listed as skipped. Default 40. */
  readonly limit?: number
  /** The exit code of a call that failed, by its id. Default: it is not told. */
  readonly outcomeOf?: OutcomeOf
  /** With what a script runs that cannot run by itself. Default: what is on disk says it. */
  readonly interpreterOf?: InterpreterOf
}

/**
 * The model that is always there: it understands nothing and follows a skill's text to the letter.
 * The same options and prompt give the same answer. Made anew for each turn; a second message
 * within the turn is taken for the skill's own follow-up.
 *
 * @example
 * createGuided({ message: 'fill in the form', activation, snapshot, tools: ['read', 'bash'] })
 */
export function createGuided(options: GuidedOptions): LanguageModelV3 {
  const guide = new Guide(options)
  return {
    specificationVersion: 'v3',
    provider: 'guided',
    modelId: 'guided',
    supportedUrls: {},
    doStream: async (call) => ({ stream: streamOf(await guide.parts(call)) }),
    doGenerate: async (call) => {
      const parts = await guide.parts(call)
      return {
        content: contentOf(parts),
        finishReason: finishOf(parts),
        usage: noUsage,
        warnings: [],
      }
    },
  }
}

class Guide {
  readonly #options: GuidedOptions
  readonly #plan: Plan | undefined
  /** Messages in the first prompt of the turn: more of them later are follow-ups. */
  #messages: number | undefined

  constructor(options: GuidedOptions) {
    const { activation, tools, limit = 40 } = options
    this.#options = options
    this.#plan =
      activation &&
      planWalk({
        body: options.body ?? activation.body,
        directory: activation.skill.directory,
        resources: activation.resources,
        tools,
        limit,
        interpreterOf: options.interpreterOf ?? interpreterOnDisk,
      })
  }

  async parts({
    prompt,
  }: LanguageModelV3CallOptions): Promise<readonly LanguageModelV3StreamPart[]> {
    const progress = progressIn(prompt, this.#options.outcomeOf ?? (() => undefined))
    const reply = await this.#reply(progress)
    return partsOf(reply, `${this.#turn()}-${progress.messages}-${progress.results.length + 1}`)
  }

  async #reply(progress: Progress): Promise<Reply> {
    const { activation, message, snapshot, language = 'en' } = this.#options
    const sentences = sentencesOf(language)
    this.#messages ??= progress.messages
    if (activation === undefined || this.#plan === undefined) {
      return { text: await offerSkills(message, snapshot, sentences, this.#advice(sentences)) }
    }
    if (progress.messages > this.#messages) {
      return { text: [sentences.afterwards, followUp(activation)].join('\n\n') }
    }
    const hasMessage = message.trim() !== ''
    const name = callableName(activation.skill, snapshot)
    const advice = this.#advice(sentences)
    const walk = { plan: this.#plan, name, hasMessage, sentences, advice }
    return continueWalk(walk, progress.results)
  }

  /** How to connect a model: once in a conversation, with its first message. */
  #advice({ connect }: GuidedSentences): string {
    return this.#messages === 1 ? connect : ''
  }

  #turn(): string {
    return this.#options.turn ?? this.#options.activation?.boundary.slice(0, 12) ?? 'guided'
  }
}

/** What a person types after the slash. */
function callableName(skill: Skill, snapshot: Snapshot): string {
  return snapshot.entries.find(({ path }) => path === skill.location)?.callableAs ?? skill.name
}

/** The hook's text without the two lines of its frame, which hold the boundary and nothing else does. */
function followUp({ hooks, boundary }: Activation): string {
  const text = hooks.postExecute ?? hooks.onError ?? ''
  return text
    .split('\n')
    .filter((line) => !line.includes(boundary))
    .join('\n')
}

const noUsage: LanguageModelV3Usage = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

function partsOf({ text, action }: Reply, id: string): readonly LanguageModelV3StreamPart[] {
  const finishReason: LanguageModelV3FinishReason = {
    unified: action === undefined ? 'stop' : 'tool-calls',
    raw: undefined,
  }
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: `text-${id}` },
    ...paragraphs(text).map(
      (delta): LanguageModelV3StreamPart => ({ type: 'text-delta', id: `text-${id}`, delta }),
    ),
    { type: 'text-end', id: `text-${id}` },
    ...(action === undefined ? [] : callParts(action, id)),
    { type: 'finish', usage: noUsage, finishReason },
  ]
}

/** Pieces that a reader gets at once; together they are the text. */
const paragraphs = (text: string): readonly string[] => text.match(/[\s\S]+?(?:\n\n+|$)/g) ?? []

function callParts(action: Action, id: string): readonly LanguageModelV3StreamPart[] {
  const input = JSON.stringify(
    action.tool === 'read' ? { path: action.path } : { command: action.command },
  )
  const toolCallId = `guided-${id}`
  return [
    { type: 'tool-input-start', id: toolCallId, toolName: action.tool },
    { type: 'tool-input-delta', id: toolCallId, delta: input },
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName: action.tool, input },
  ]
}

function streamOf(
  parts: readonly LanguageModelV3StreamPart[],
): ReadableStream<LanguageModelV3StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

function contentOf(parts: readonly LanguageModelV3StreamPart[]): LanguageModelV3Content[] {
  const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  return [{ type: 'text', text }, ...calls]
}

const finishOf = (parts: readonly LanguageModelV3StreamPart[]): LanguageModelV3FinishReason =>
  parts.find((part) => part.type === 'finish')?.finishReason ?? { unified: 'stop', raw: undefined }
