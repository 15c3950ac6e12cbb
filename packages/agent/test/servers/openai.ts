import { lookUpModels } from './model-lists.ts'
import { chatEnd, chatEvents } from './openai-chat.ts'
import { responseEnd, responseEvents } from './openai-responses.ts'
import { type Protocol, type ProtocolServer, type Script, startServer } from './recorder.ts'

export interface OpenAIServerOptions {
  /** What `/v1/models` and `/api/tags` list. Default: `test-model`. */
  readonly models?: readonly string[]
  /** What `/api/show` says of them, as Ollama does. Default: nothing. */
  readonly contextLength?: number
}

/**
 * OpenAI's two protocols on one server: `POST /v1/responses` and `POST /v1/chat/completions`.
 * Also stands in for Ollama, LM Studio and llama.cpp, with their lists of models.
 */
export function startOpenAI(
  script: Script,
  options: OpenAIServerOptions = {},
): Promise<ProtocolServer> {
  return startServer(openaiProtocol(options), script)
}

const isChat = (path: string) => path.startsWith('/v1/chat/completions')

const openaiProtocol = (options: OpenAIServerOptions): Protocol => ({
  base: '/v1',
  lookUp: (request, response) =>
    lookUpModels(request, response, options.models ?? ['test-model'], options.contextLength),
  generates: ({ method, path }) =>
    method === 'POST' && (isChat(path) || path.startsWith('/v1/responses')),
  encode: (reply, request) =>
    isChat(request.path) ? chatEvents(reply) : responseEvents(reply, request),
  encodeEnd: (reply, request) => (isChat(request.path) ? chatEnd(reply) : responseEnd(reply)),
  errorBody: ({ message, type }) => ({
    error: { message, type: type ?? 'invalid_request_error', param: null, code: type ?? null },
  }),
})
