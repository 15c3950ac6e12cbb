/**
 * How providers say that a request is longer than the model's window. None has a status of its own:
 * most answer 400, some 413, some inside the stream.
 */
const sentences: readonly RegExp[] = [
  // Anthropic
  /prompt is too long/i,
  /exceeds? (?:the )?context limit/i,
  // OpenAI, vLLM, OpenRouter, Mistral
  /maximum context length/i,
  /exceeds the context window/i,
  // Google
  /input token count .*exceeds the maximum/i,
  // llama.cpp, LM Studio
  /exceeds? the available context size/i,
  /context (?:the )?overflows|context length of only/i,
  // Ollama
  /input length exceeds (?:the )?context length/i,
  // xAI
  /maximum prompt length/i,
  // Groq
  /reduce the length of the messages/i,
]

/** Where in such a sentence the size of the window stands. */
const stated: readonly RegExp[] = [
  // Anthropic, twice
  /tokens > (\d+) maximum/i,
  /context limit: [\d +]+> (\d+)/i,
  // OpenAI's older sentence, vLLM, OpenRouter, xAI
  /maximum (?:context|prompt) length is (\d+)/i,
  // Mistral
  /with (\d+) maximum context length/i,
  // Google
  /maximum number of tokens allowed \((\d+)\)/i,
  // LM Studio
  /context length of only (\d+)/i,
]

/** Tokens of the window that the provider names; undefined where it names none. */
export function statedWindow(said: string): number | undefined {
  const found = stated.flatMap((sentence) => sentence.exec(said)?.[1] ?? [])[0]
  const tokens = Number(found)
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined
}

const types: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
])

export function isContextOverflow(
  status: number | undefined,
  said: string,
  kinds: readonly string[],
): boolean {
  if (status === 413 || kinds.some((kind) => types.has(kind))) return true
  // A server that is out of order or out of credit may quote anything.
  if (status !== undefined && status !== 400 && status !== 422 && status < 500) return false
  return sentences.some((sentence) => sentence.test(said))
}
