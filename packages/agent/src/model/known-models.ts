/** What is known about models by their names. The only place where names and sizes are kept. */

/** Short names, and what they stand for. Compared without case. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['sonnet', 'anthropic/claude-sonnet-4-6'],
  ['haiku', 'anthropic/claude-haiku-4-5'],
  ['opus', 'anthropic/claude-opus-4-6'],
])

/** The model of a provider whose key was found while nobody named a model. */
export const defaultModels: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'claude-sonnet-4-6'],
  ['openai', 'gpt-5.2'],
  ['google', 'gemini-2.5-pro'],
])

/** Which provider a bare name belongs to. */
export const bareNames: readonly (readonly [RegExp, string])[] = [
  [/^claude-/i, 'anthropic'],
  [/^(?:gpt-|chatgpt-|codex-|o\d(?:$|-))/i, 'openai'],
  [/^gemini-/i, 'google'],
]

/** Tokens a remote model takes where nothing is known about it. */
export const DEFAULT_WINDOW = 128_000

/**
 * Tokens a local model takes where its server does not say. Local servers cut what is too long at
 * the front and say nothing, and the front is where the instructions are: the guess is low.
 */
export const DEFAULT_LOCAL_WINDOW = 32_768

const windows: readonly (readonly [RegExp, number])[] = [
  [/^claude-/, 200_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o/, 128_000],
  [/^gpt-4-turbo/, 128_000],
  [/^gpt-3\.5/, 16_385],
  [/^gpt-5[\w.]*-chat/, 128_000],
  [/^gpt-5/, 400_000],
  [/^gpt-oss/, 131_072],
  [/^codex-/, 200_000],
  [/^o\d/, 200_000],
  [/^gemini-/, 1_048_576],
  [/^deepseek-/, 128_000],
  [/^grok-4/, 256_000],
  [/^(?:mistral|codestral|devstral|magistral)-/, 128_000],
  [/^kimi-k2/, 262_144],
  [/^qwen3-coder/, 262_144],
  [/^qwen-?[23]/, 131_072],
  [/^glm-4/, 131_072],
  [/^llama-?3\.[123]/, 131_072],
]

/** `vendor/model:tag` counts as `model:tag`. */
const plainName = (model: string): string => (model.split('/').at(-1) ?? model).toLowerCase()

/** The context window of a model in tokens, by its name alone. */
export function contextWindowOf(model: string): number {
  const name = plainName(model)
  return windows.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_WINDOW
}

/** Models that turn text into vectors or sound cannot answer. */
export function answersText(model: string): boolean {
  return !/embed|rerank|whisper|(?:^|[-_/])(?:bge|tts)(?:[-_:]|$)/i.test(model)
}

/** Families whose models can all be shown images. */
const seeing: readonly RegExp[] = [
  /^claude-(?!2|instant)/,
  /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-5|chatgpt-)(?!.*(?:audio|transcribe))/,
  /^o(?:[1-9]\d*)(?!-(?:mini|preview))(?:$|[-:])|^o4-mini/,
  /^gemini-/,
  /^gemma-?3(?!n)(?!.*\b(?:1b|270m)\b)/,
  /^grok-(?:4|2-vision)/,
  /^llama-?4/,
  /^mistral-(?:small-?3\.[1-9]|medium-3|large-3)/,
  /^glm-[\d.]+v/,
  /^kimi-k2\.5/,
  /^(?:amazon\.)?nova-(?:lite|pro|premier)/,
  /^(?:llava|bakllava|moondream|pixtral|internvl|qvq|minicpm-v|minicpm-o|cogvlm|molmo|smolvlm|idefics)/,
  // Whatever says in its name that it sees.
  /(?:^|[-_.\d])(?:vl|vlm)(?:[-_.:\d]|$)|vision|multimodal/,
]

/** Whether a model is known to be able to be shown images, by its name alone. */
export function seesImages(model: string): boolean {
  const name = plainName(model)
  return seeing.some((pattern) => pattern.test(name))
}
