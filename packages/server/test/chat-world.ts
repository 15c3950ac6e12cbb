import { join } from 'node:path'
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { ModelCatalogue, Models } from '@skillet/agent'
import { readSettings, readTrust } from '@skillet/core'
import { createServer, type SkilletServer } from '@skillet/server'
import type { LiveEvent, SkilletChunk, SkilletMessage } from '@skillet/server/contract'
import { readUIMessageStream } from 'ai'
import {
  finish,
  modelsOf,
  openWorld,
  scripted,
  type TestWorld,
  type WorldOptions,
} from '../../agent/test/engine-world.ts'
import { read } from './read.ts'

/** May answer approvals. */
export const decider = 'd'.repeat(40)
/** May not. */
export const reader = 'r'.repeat(40)

export interface ChatWorld extends TestWorld {
  readonly server: SkilletServer
  readonly origin: string
  /** A request with the decider's token, or with another. */
  readonly call: (
    path: string,
    init?: RequestInit & { readonly token?: string },
  ) => Promise<Response>
  readonly post: (
    path: string,
    json: unknown,
    init?: RequestInit & { readonly token?: string },
  ) => Promise<Response>
  /** Sends what was typed in a conversation, as `useChat` does. */
  readonly say: (text: string, more?: Record<string, unknown>) => Promise<Response>
  /** The events of a live stream. */
  readonly live: (query?: { readonly conversation?: string; readonly after?: string }) => LiveStream
  /** The messages as a page reads them. */
  readonly messages: (conversation?: string) => Promise<readonly SkilletMessage[]>
  readonly stop: () => Promise<void>
}

export type ChatOptions = WorldOptions & {
  readonly server?: Partial<Parameters<typeof createServer>[0]>
}

/** An engine with a scripted model behind a real server on loopback. */
export async function openChat({ server: more, ...options }: ChatOptions = {}): Promise<ChatWorld> {
  const model = options.model ?? scripted([[finish()]])
  const world = await openWorld({ permissions: { attended: true }, ...options, model })
  const { workspace, library, engine, store, root } = world
  const home = join(root, 'home')
  const places = { home, config: join(root, 'config'), state: join(root, 'state') }
  const server = createServer({
    engine,
    store,
    library,
    models: catalogueOf(model),
    settings: { read: () => readSettings({ cwd: workspace, places }), projectTrusted: () => true },
    rules: { file: join(places.state, 'rules.json'), list: () => [], remove: async () => false },
    trust: { root: workspace, store: readTrust(places) },
    workspace,
    home,
    places,
    sandbox: { kind: 'none', detail: 'none in tests' },
    access: { tokens: [{ token: decider, mayDecide: true }, { token: reader }] },
    version: '0.0.0',
    command: 'skillet serve',
    ...more,
  })
  const { origin } = await server.listen(0)
  const call: ChatWorld['call'] = (path, { token = decider, ...init } = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    return fetch(`${origin}${path}`, { ...init, headers })
  }
  const post: ChatWorld['post'] = (path, json, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('content-type', 'application/json')
    return call(path, { ...init, method: 'POST', body: JSON.stringify(json), headers })
  }
  // Of those alone that are open: what a closed one heard is its holder's.
  const streams = new Set<LiveStream>()
  return {
    ...world,
    server,
    origin,
    call,
    post,
    say: (text, more = {}) => post('/api/chat', { id: 'c', messages: [typed(text)], ...more }),
    live(query = {}) {
      const stream = new LiveStream((signal) =>
        call(`/api/live?${new URLSearchParams(query).toString()}`, { signal }),
      )
      streams.add(stream)
      void stream.over.then(() => streams.delete(stream))
      return stream
    },
    async messages(conversation = 'c') {
      const { messages } = await read<{ messages: readonly SkilletMessage[] }>(
        call(`/api/conversations/${conversation}`),
      )
      return messages
    },
    async stop() {
      for (const stream of streams) stream.close()
      await server.close()
      world.close()
    },
  }
}

function catalogueOf(model: Models | LanguageModelV3): ModelCatalogue {
  const models = 'choose' in model ? model : modelsOf(model)
  return {
    ...models,
    list: async () => ({ providers: [], aliases: [] }),
    test: async (id) => ({ ok: true, id }),
  }
}

/** A message as `useChat` sends it. */
export function typed(text: string, more: Record<string, unknown> = {}) {
  return { role: 'user', parts: [{ type: 'text', text }], ...more }
}

/** The chunks of a response of the AI SDK. */
export async function chunksOf(response: Response): Promise<readonly SkilletChunk[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('data: ') && block !== 'data: [DONE]')
    .map((block) => JSON.parse(block.slice(6)))
}

/** What the AI SDK's own reducer makes of chunks. */
export async function reduced(
  chunks: readonly SkilletChunk[],
  message?: SkilletMessage,
): Promise<SkilletMessage | undefined> {
  const stream = new ReadableStream<SkilletChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let last = message
  const errors: unknown[] = []
  const messages = readUIMessageStream<SkilletMessage>({
    stream,
    ...(message && { message }),
    onError: (error) => errors.push(error),
  })
  for await (const state of messages) last = state
  const told = chunks.find(({ type }) => type === 'error')
  if (errors.length > 0 && !told) throw errors[0]
  return last
}

type Told = LiveEvent & { readonly id: string }

/** A live stream, event by event. */
export class LiveStream {
  readonly #abort = new AbortController()
  readonly #events: Told[] = []
  #wake: () => void = () => {}
  #over: Promise<void>
  #open: (isOpen: boolean) => void = () => {}
  /** True once the server has begun to tell, false where it does not take one more. */
  readonly opened: Promise<boolean>
  #read = 0

  constructor(open: (signal: AbortSignal) => Promise<Response>) {
    this.opened = new Promise((resolve) => {
      this.#open = resolve
    })
    this.#over = this.#follow(open)
      .catch(() => {})
      .finally(() => this.#open(false))
  }

  /** Everything so far. */
  get events(): readonly Told[] {
    return this.#events
  }

  /** The next event that fits, behind those that were read before. */
  async next<Type extends LiveEvent['type']>(
    type: Type,
    fits: (event: Extract<Told, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<Told, { type: Type }>> {
    for (;;) {
      while (this.#read < this.#events.length) {
        const event = this.#events[this.#read++]
        if (event?.type === type && fits(event as Extract<Told, { type: Type }>)) {
          return event as Extract<Told, { type: Type }>
        }
      }
      const isOver = await Promise.race([
        new Promise<false>((resolve) => {
          this.#wake = () => resolve(false)
        }),
        this.#over.then(() => true),
      ])
      if (isOver && this.#read >= this.#events.length) throw new Error('The live stream is over.')
    }
  }

  /** Resolves when the server ended the stream. */
  get over(): Promise<void> {
    return this.#over
  }

  close(): void {
    this.#abort.abort()
  }

  async #follow(open: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    const response = await open(this.#abort.signal)
    if (!response.body || !response.ok) throw new Error(`no stream: ${response.status}`)
    this.#open(true)
    let rest = ''
    let id = ''
    const decoder = new TextDecoder()
    for await (const piece of response.body) {
      rest += decoder.decode(piece, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => {
            const at = line.indexOf(': ')
            return [line.slice(0, at), line.slice(at + 2)]
          }),
        )
        id = fields.get('id') ?? id
        const data = fields.get('data')
        if (data !== undefined) {
          this.#events.push({ type: fields.get('event'), id, ...JSON.parse(data) })
        }
        this.#wake()
      }
    }
  }
}

/** A model whose text comes when it is told to. */
export function heldModel(): {
  readonly model: LanguageModelV3
  readonly tell: (...parts: readonly LanguageModelV3StreamPart[]) => void
  readonly end: () => void
} {
  let controller: ReadableStreamDefaultController<LanguageModelV3StreamPart> | undefined
  const waiting: LanguageModelV3StreamPart[] = []
  const tell = (...parts: readonly LanguageModelV3StreamPart[]) => {
    for (const part of parts) {
      if (controller) controller.enqueue(part)
      else waiting.push(part)
    }
  }
  const base = scripted([])
  return {
    model: {
      ...base,
      async doStream({ abortSignal }) {
        return {
          stream: new ReadableStream<LanguageModelV3StreamPart>({
            start(started) {
              controller = started
              for (const part of waiting.splice(0)) started.enqueue(part)
              abortSignal?.addEventListener('abort', () => {
                controller = undefined
                started.error(abortSignal.reason)
              })
            },
          }),
        }
      },
    },
    tell,
    end() {
      tell(finish())
      controller?.close()
      controller = undefined
    },
  }
}
