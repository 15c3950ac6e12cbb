import { isLoopback } from '../endpoint.ts'
import { keyVariables, loopbackServers } from '../providers.ts'
import type { ProviderFailure } from '../types.ts'
import { classify } from './classify.ts'
import { type Facts, readFacts } from './facts.ts'
import { statedWindow } from './overflow.ts'
import { quotable } from './quote.ts'
import { retryAfter, waitWords } from './retry-after.ts'
import { wordingOf } from './sentences.ts'

/** Whose failure it is. */
export interface FailureContext {
  /** The provider's name, as in `provider/model`. */
  readonly provider: string
  readonly model: string
  /** The person's signal. An abort counts as theirs only when it fired. */
  readonly signal?: AbortSignal
  /** Key values that are known, in case a provider repeats one: `models.secrets`. */
  readonly secrets?: readonly string[]
  /** Milliseconds since 1970, for `retry-after` as a date. Default: now. */
  readonly now?: number
}

/**
 * Turns whatever a provider's package threw or streamed as an error into one sentence and one hint.
 * The error itself holds the whole prompt and the headers, so it must not be printed or stored;
 * of it only status, codes and, for a refused request, the provider's own words come out, and
 * these only where they repeat nothing that was sent. Throws nothing.
 *
 * @param error anything that was thrown
 * @param given whose model it was, the person's signal, and the keys to blank
 * @returns class, sentence, hint, and whether another try makes sense
 * @example
 * const failure = describeFailure(error, { provider: 'anthropic', model: 'claude-sonnet-4-6' })
 * console.error(failure.message, failure.hint)
 */
export function describeFailure(error: unknown, given: FailureContext): ProviderFailure {
  const context = { ...given, provider: familiarName(given.provider) }
  const facts = readFacts(error)
  const kind = classify(facts, context.signal?.aborted ?? false)
  const waitMs = retryAfter(facts.headers, context.now ?? Date.now()) ?? facts.retryDelayMs
  const status = facts.statusWasSent ? facts.status : undefined
  const wording = wordingOf(kind, {
    ...nameOf(context, facts),
    code: status === undefined ? '' : ` (${status})`,
    words: kind === 'request' ? wordsOf(facts, context.secrets ?? []) : '',
    wait: waitWords(waitMs),
    seconds: facts.stall && Math.round(facts.stall.afterMs / 100) / 10,
    mediaType: facts.mediaType,
    proxy: facts.proxy ?? 'HTTPS_PROXY',
  })
  const window = kind === 'context' ? statedWindow(facts.said) : undefined
  return {
    ...wording,
    ...(window === undefined ? {} : { window }),
    ...(status === undefined ? {} : { status }),
    ...(waitMs === undefined || !wording.retryable ? {} : { retryAfterMs: waitMs }),
  }
}

const titles: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'Anthropic'],
  ['openai', 'OpenAI'],
  ['google', 'Google'],
  ...loopbackServers.map(({ name, title }): [string, string] => [name, title]),
])

/** Models that a host made itself are called `anthropic.messages` or `openai.responses`. */
function familiarName(provider: string): string {
  const first = provider.split('.')[0] ?? provider
  return titles.has(first) ? first : provider
}

function nameOf({ provider, model }: FailureContext, { origin }: Facts) {
  const variable = keyVariables(provider)[0] ?? ''
  const onLoopback = loopbackServers.some(({ name }) => name === provider)
  return {
    provider: titles.get(provider) ?? provider,
    model,
    keyPlace: `${variable}, or providers.${provider}.apiKey in your settings file`,
    origin,
    local: origin === undefined ? onLoopback : isLoopback(origin),
    ollama: provider === 'ollama',
  }
}

function wordsOf({ said, sent }: Facts, secrets: readonly string[]): string {
  const words = quotable(said, sent, secrets)
  return words === undefined ? '.' : `: “${words}”`
}
