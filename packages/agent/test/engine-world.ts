import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import {
  type ConversationStore,
  createEngine,
  type Engine,
  type EngineEvent,
  type EngineOptions,
  MemoryStore,
  type Models,
  openSqliteStore,
  type SubmitOptions,
  type Tool,
  type ToolOutcome,
} from '@skillet/agent'
import { openLibrary, type SkillLibrary } from '@skillet/core'
import { z } from 'zod'

/** What a scripted model says in one step. */
export type Saying =
  | readonly LanguageModelV3StreamPart[]
  | Error
  | ((options: LanguageModelV3CallOptions) => readonly LanguageModelV3StreamPart[] | Error)

export interface ScriptedModel extends LanguageModelV3 {
  /** Every request, in order. */
  readonly requests: LanguageModelV3CallOptions[]
  /** Requests for a title. */
  readonly titles: LanguageModelV3CallOptions[]
}

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** What no type allows, as a program in JavaScript passes it or gives it back. */
export function untyped<T>(value: unknown): T {
  return value as T
}

export function finish(
  reason: 'stop' | 'tool-calls' | 'length' | 'other' | 'content-filter' = 'stop',
): LanguageModelV3StreamPart {
  return { type: 'finish', usage, finishReason: { unified: reason, raw: reason } }
}

export function saying(text: string, id = 't'): readonly LanguageModelV3StreamPart[] {
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
  ]
}

export const says = (text: string) => [...saying(text), finish()]

export function calling(
  toolName: string,
  input: unknown,
  toolCallId = `${toolName}-1`,
): readonly LanguageModelV3StreamPart[] {
  const json = typeof input === 'string' ? input : JSON.stringify(input)
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    { type: 'tool-input-delta', id: toolCallId, delta: json },
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input: json },
  ]
}

export const calls = (...made: readonly (readonly LanguageModelV3StreamPart[])[]) => [
  ...made.flat(),
  finish('tool-calls'),
]

/** A model that says one thing after another, and repeats the last. */
export function scripted(script: readonly Saying[], id = 'test/one'): ScriptedModel {
  const [provider = 'test', modelId = 'one'] = id.split('/')
  const requests: LanguageModelV3CallOptions[] = []
  const titles: LanguageModelV3CallOptions[] = []
  return {
    specificationVersion: 'v3',
    provider,
    modelId,
    supportedUrls: {},
    requests,
    titles,
    async doGenerate(options) {
      titles.push(options)
      return {
        content: [{ type: 'text', text: 'A written title' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      }
    },
    async doStream(options) {
      const next = script[Math.min(requests.length, script.length - 1)] ?? []
      requests.push(options)
      const said = typeof next === 'function' ? next(options) : next
      if (said instanceof Error) throw said
      return { stream: streamOf(said) }
    },
  }
}

/** A choice of that one model, with keys that are known. */
export function modelsOf(
  model: LanguageModelV3,
  secrets: readonly string[] = [],
  contextWindow = 100_000,
): Models {
  const choice = {
    kind: 'provider' as const,
    id: `${model.provider}/${model.modelId}`,
    provider: model.provider,
    model,
    local: false,
    contextWindow,
    images: false,
    reason: 'test',
  }
  const always = async () => choice
  return { choose: always, resolve: always, findings: async () => [], secrets }
}

function streamOf(parts: readonly LanguageModelV3StreamPart[]) {
  return new ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

/** A stream that says this much and then nothing more, until its request is given up. */
export function silentAfter(parts: readonly LanguageModelV3StreamPart[]): LanguageModelV3 {
  const base = scripted([])
  return {
    ...base,
    async doStream({ abortSignal }) {
      return {
        stream: new ReadableStream<LanguageModelV3StreamPart>({
          start(controller) {
            for (const part of parts) controller.enqueue(part)
            abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason))
          },
        }),
      }
    },
  }
}

/** A tool that notes what it was called with. */
export interface NotedTool extends Tool {
  readonly ran: unknown[]
}

export function noted(
  name: string,
  kind: 'read' | 'write' | 'run' | 'none' = 'none',
  run: (input: unknown) => Promise<ToolOutcome> | ToolOutcome = () => ({ ok: true, text: 'done' }),
): NotedTool {
  const ran: unknown[] = []
  return {
    name,
    description: `${name} for tests`,
    summary: `${name}, one line`,
    schema: z.object({ path: z.string().optional(), command: z.string().optional() }),
    ran,
    access(input, context) {
      const { path = '', command = '' } = z
        .object({ path: z.string().optional(), command: z.string().optional() })
        .parse(input)
      if (kind === 'run') return { kind: 'run', command, cwd: context.shell.cwd }
      if (kind === 'none') return { kind: 'none' }
      return { kind, paths: [join(context.workspace, path)] }
    },
    async run(input) {
      ran.push(input)
      return run(input)
    },
  }
}

/** A folder with skills, and an engine over it, removed with `close`. */
export interface TestWorld {
  readonly root: string
  readonly workspace: string
  readonly library: SkillLibrary
  readonly engine: Engine
  readonly store: ConversationStore
  /** Writes a skill's `SKILL.md`, as `WorldOptions.skills` does, over the one that is there. */
  writeSkill(name: string, text: string): void
  /** One more engine over the same folders and the same store. */
  readonly another: (options?: Partial<EngineOptions>) => Engine
  /** Runs one message to its end. */
  readonly send: (options: SubmitOptions | string) => Promise<readonly EngineEvent[]>
  readonly close: () => void
}

export interface WorldOptions
  extends Partial<Omit<EngineOptions, 'library' | 'workspace' | 'home' | 'store'>> {
  /** Text of `SKILL.md` by the skill's folder; `name: …` and a description are added where absent. */
  readonly skills?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  /** Where conversations are kept; `root` is the world's own folder. Default: in memory. */
  readonly openStore?: OpenStore
}

export type OpenStore = (root: string) => Promise<ConversationStore>

/** A store on the disk, below the world's own folder. */
export const sqliteStore: OpenStore = (root) => openSqliteStore({ folder: join(root, 'state') })

/** Each store that the engine is shown to work with. */
export const stores: readonly (readonly [name: string, openStore: OpenStore])[] = [
  ['MemoryStore', async () => new MemoryStore()],
  ['SqliteStore', sqliteStore],
]

export async function openWorld({
  skills = {},
  files = {},
  openStore = async () => new MemoryStore(),
  ...options
}: WorldOptions): Promise<TestWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-engine-')))
  const workspace = join(root, 'work')
  const home = join(root, 'home')
  for (const folder of [workspace, home, join(workspace, '.git')]) {
    mkdirSync(folder, { recursive: true })
  }
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const writeSkill = (name: string, text: string) => {
    const [head, body] = text.includes('\n---\n') ? text.split('\n---\n') : ['', text]
    const described = head?.includes('description:') ? '' : `description: Does ${name}.\n`
    put(
      join(workspace, '.agents/skills', name, 'SKILL.md'),
      `---\nname: ${name}\n${described}${head ?? ''}\n---\n${body ?? ''}\n`,
    )
  }
  for (const [name, text] of Object.entries(skills)) writeSkill(name, text)
  for (const [path, text] of Object.entries(files)) put(join(workspace, path), text)
  const library = await openLibrary({ cwd: workspace, home, trust: 'all' })
  const store = await openStore(root)
  const another = (more: Partial<EngineOptions> = {}) =>
    createEngine({
      library,
      workspace,
      home,
      store,
      titles: 'cut',
      now: () => Date.UTC(2026, 0, 2),
      ...options,
      ...more,
    })
  const engine = another()
  return {
    root,
    workspace,
    library,
    engine,
    store,
    writeSkill,
    another,
    async send(submitted) {
      const message = typeof submitted === 'string' ? { text: submitted } : submitted
      return collect(engine.submitMessage({ conversationId: 'c', ...message }))
    },
    close() {
      store.close().catch(() => {})
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export async function collect(events: AsyncIterable<EngineEvent>): Promise<EngineEvent[]> {
  const all: EngineEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export function ofType<T extends EngineEvent['type']>(
  events: readonly EngineEvent[],
  type: T,
): readonly Extract<EngineEvent, { type: T }>[] {
  return events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type)
}

/** The system text of a request. */
export function systemOf(request: LanguageModelV3CallOptions | undefined): string {
  const first = request?.prompt[0]
  return first?.role === 'system' ? first.content : ''
}

/** Role and text of each message after the system's. */
export function messagesOf(request: LanguageModelV3CallOptions | undefined): readonly string[] {
  return (request?.prompt ?? [])
    .filter((message) => message.role !== 'system')
    .map((message) => `${message.role}: ${message.content.map(contentText).join(' | ')}`)
}

type Content = Exclude<LanguageModelV3CallOptions['prompt'][number]['content'], string>[number]

function contentText(part: Content): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text
  if (part.type === 'tool-call') return `${part.toolName}(${JSON.stringify(part.input)})`
  if (part.type === 'tool-result') {
    const { output } = part
    if (output.type === 'execution-denied') return `denied: ${output.reason ?? ''}`
    return output.type === 'text' || output.type === 'error-text' ? output.value : output.type
  }
  return part.type
}

export const toolsOf = (request: LanguageModelV3CallOptions | undefined): readonly string[] =>
  (request?.tools ?? []).map((tool) => tool.name)

/** How often a turn says that it lives: for as long as a test takes, once is enough. */
const renewEveryMs = 5_000
/** How long the engine lets a request go ahead of its record. */
const headStartMs = 20

/**
 * Time that passes at once, but for the patience with a silent stream and what goes on beside a
 * turn: a sign of life, and the record of a request, which ends with its step.
 */
export function skipDelays(stallMs = 120_000) {
  const waited: number[] = []
  const wait = (ms: number, signal: AbortSignal) => {
    if (![stallMs, renewEveryMs, headStartMs].includes(ms)) {
      waited.push(ms)
      // Not at once: who looks for an answer again and again would let nobody else come to speak.
      return new Promise<void>((resolve) => setImmediate(resolve))
    }
    return new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return { wait, waited }
}
