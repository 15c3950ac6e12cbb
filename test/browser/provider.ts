import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** One answer of the model while a test writes it. */
export interface Answering {
  /** What the model was sent, parsed. */
  readonly request: ModelRequest
  readonly say: (text: string) => void
  readonly think: (text: string) => void
  readonly call: (tool: string, input: unknown) => void
  /** Names a tool, and gives its input when the test wants. */
  readonly beginCall: (tool: string) => (input: unknown) => void
  /** Breaks off, as a provider whose connection is cut. */
  readonly cut: () => void
}

export interface ModelRequest {
  readonly model?: string
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
  readonly tools?: readonly unknown[]
}

/** Writes one answer; it ends when the function returns. */
export type Answer = (answering: Answering) => void | Promise<void>

/** A language model on 127.0.0.1 that says what a test wants, when it wants it. */
export interface ScriptedProvider {
  readonly baseURL: string
  /** Requests for answers, in order; those for titles are not among them. */
  readonly requests: readonly ModelRequest[]
  /** Requests for titles, in order. */
  readonly titleRequests: readonly ModelRequest[]
  /**
   * Answers that follow, one for each request; a text is said at once. They take the place of those
   * that nobody asked for.
   */
  script(...answers: readonly (Answer | string)[]): void
  close(): Promise<void>
}

/** OpenAI's chat completions, streamed. A request for which nothing is scripted fails for good. */
export async function startProvider(): Promise<ScriptedProvider> {
  const queue: Answer[] = []
  const requests: ModelRequest[] = []
  const titleRequests: ModelRequest[] = []
  const server = createServer((incoming, response) => {
    serve(incoming, response, queue, { requests, titleRequests }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    baseURL: `http://127.0.0.1:${address.port}/v1`,
    requests,
    titleRequests,
    script(...answers) {
      queue.splice(
        0,
        queue.length,
        ...answers.map(
          (answer): Answer => (typeof answer === 'string' ? ({ say }) => say(answer) : answer),
        ),
      )
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  queue: Answer[],
  seen: { readonly requests: ModelRequest[]; readonly titleRequests: ModelRequest[] },
): Promise<void> {
  const text = await bodyOf(incoming)
  if (incoming.url === '/v1/models') return json(response, 200, { data: [{ id: 'scripted' }] })
  if (incoming.url !== '/v1/chat/completions') return json(response, 404, { error: {} })
  const request: ModelRequest = JSON.parse(text)
  // Only a request for a title, or a summary, brings no tools.
  const forAnswer = (request.tools?.length ?? 0) > 0
  seen[forAnswer ? 'requests' : 'titleRequests'].push(request)
  const answer = forAnswer ? queue.shift() : ({ say }: Answering) => say('A title')
  if (answer === undefined)
    return json(response, 400, { error: { message: 'The test has no answer for this.' } })
  await stream(response, request, answer)
}

async function stream(response: ServerResponse, request: ModelRequest, answer: Answer) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.on('error', () => {})
  let calls = 0
  const send = (delta: object, finish: string | null = null) => {
    const chunk = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'scripted' }
    const choices = [{ index: 0, delta, finish_reason: finish }]
    if (!response.destroyed) response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`)
  }
  const beginCall = (name: string) => {
    const index = calls++
    const id = `call-${process.hrtime.bigint()}`
    send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    return (input: unknown) =>
      send({ tool_calls: [{ index, function: { arguments: JSON.stringify(input) } }] })
  }
  send({ role: 'assistant' })
  await answer({
    request,
    say: (content) => send({ content }),
    think: (reasoning_content) => send({ reasoning_content }),
    call: (tool, input) => beginCall(tool)(input),
    beginCall,
    cut: () => void response.destroy(),
  })
  send({}, calls > 0 ? 'tool_calls' : 'stop')
  if (!response.destroyed) response.end('data: [DONE]\n\n')
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Something that a test lets happen: `await gate.opened` in an answer, `gate.open()` in the test. */
export interface Gate {
  readonly opened: Promise<void>
  open(): void
}

export function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
