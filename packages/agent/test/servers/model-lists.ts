import type { ServerResponse } from 'node:http'
import { type RecordedRequest, sendJson } from './recorder.ts'

/** The lists that OpenAI-compatible servers (`/v1/models`) and Ollama (`/api/tags`, `/api/show`) give. */
export function lookUpModels(
  request: RecordedRequest,
  response: ServerResponse,
  models: readonly string[],
  contextLength: number | undefined,
): boolean {
  switch (request.path) {
    case '/v1/models':
      sendJson(response, 200, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', owned_by: 'test' })),
      })
      return true
    case '/api/tags':
      sendJson(response, 200, { models: models.map((name) => ({ name, model: name })) })
      return true
    case '/api/show':
      sendJson(response, 200, {
        details: { family: 'llama' },
        model_info:
          contextLength === undefined
            ? {}
            : { 'general.architecture': 'llama', 'llama.context_length': contextLength },
      })
      return true
    default:
      return false
  }
}
