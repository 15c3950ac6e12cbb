import { bytes, type Reply, status } from '../script.ts'
import { type Fault, fails, type Wire } from './fault.ts'

/** How providers say that a conversation is too long, in the form and the words that they use. */

const tooLong = (what: string, wires: readonly Wire[], reply: Reply): Fault => ({
  group: 'Conversations that are too long',
  what: `says so as ${what} does`,
  reply: (wire) => (wires.includes(wire) ? reply : undefined),
  expected: fails('context'),
})

const json = (code: number, body: unknown): Reply =>
  bytes([JSON.stringify(body)], { status: code, headers: { 'content-type': 'application/json' } })

const compatible: readonly Wire[] = ['chat', 'openai-chat']

export const overflowFaults: readonly Fault[] = [
  tooLong(
    'Anthropic',
    ['anthropic'],
    status(400, 'prompt is too long: 203456 tokens > 200000 maximum', {
      type: 'invalid_request_error',
    }),
  ),
  tooLong(
    'Anthropic with an answer too long for the rest',
    ['anthropic'],
    status(
      400,
      'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again',
      {
        type: 'invalid_request_error',
      },
    ),
  ),
  tooLong(
    'OpenAI',
    ['responses', 'openai-chat'],
    json(400, {
      error: {
        message:
          'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    }),
  ),
  tooLong(
    'Google',
    ['google'],
    status(
      400,
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      { type: 'INVALID_ARGUMENT' },
    ),
  ),
  tooLong(
    'vLLM',
    compatible,
    json(400, {
      object: 'error',
      message:
        "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens in the messages, Please reduce the length of the messages.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  ),
  tooLong(
    'a newer vLLM',
    compatible,
    json(400, {
      error: {
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 32768 tokens and your request has 31000 input tokens",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    }),
  ),
  tooLong(
    'llama.cpp',
    compatible,
    json(400, {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9000,
        n_ctx: 8192,
      },
    }),
  ),
  tooLong(
    'LM Studio',
    compatible,
    json(400, {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input',
    }),
  ),
  tooLong(
    'Ollama',
    compatible,
    json(400, {
      error: {
        message: 'the input length exceeds the context length',
        type: 'api_error',
        param: null,
        code: null,
      },
    }),
  ),
  tooLong(
    'OpenRouter',
    compatible,
    json(400, {
      error: {
        message:
          'This endpoint\'s maximum context length is 131072 tokens. However, you requested about 140000 tokens. Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
        code: 400,
        metadata: { provider_name: null },
      },
    }),
  ),
  tooLong(
    'Mistral',
    compatible,
    json(400, {
      object: 'error',
      message:
        'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
      type: 'invalid_request_prompt',
      param: null,
      code: '3051',
    }),
  ),
  tooLong(
    'Groq',
    compatible,
    json(413, {
      error: {
        message:
          'Request too large for model. Please reduce the length of the messages or completion.',
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      },
    }),
  ),
  tooLong(
    'xAI',
    compatible,
    json(400, {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    }),
  ),
  tooLong(
    'Azure',
    compatible,
    json(400, {
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    }),
  ),
]
