import { describe, expect, test } from 'vitest'
import { describeFailure } from './index.ts'
import { quotable } from './quote.ts'
import { retryAfter, waitWords } from './retry-after.ts'

const who = { provider: 'anthropic', model: 'claude-sonnet-4-6' }

test.each([
  [undefined, 'in a minute'],
  [0, 'in 1 s'],
  [20_000, 'in 20 s'],
  [120_000, 'in 120 s'],
  [121_000, 'in 3 minutes'],
  [45 * 60_000, 'in 45 minutes'],
  [5 * 3_600_000, 'in 5 hours'],
  [12 * 86_400_000, 'in 12 days'],
  [253_402_300_000, 'later'],
  [Number.MAX_SAFE_INTEGER, 'later'],
])('%s milliseconds are said as %s', (ms, words) => expect(waitWords(ms)).toBe(words))

describe('retryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')

  test.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '1500', 'retry-after': '20' }, 1_500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '5, 10' }, undefined],
    [{ 'retry-after': 'Thursday, 01-Jan-26 00:00:30 GMT' }, 30_000],
    [{}, undefined],
  ])('%o is %s ms', (headers: Record<string, string>, expected) => {
    expect(retryAfter(headers, now)).toBe(expected)
  })

  test('Google says it in the body', () => {
    const responseBody = '{"error":{"details":[{"@type":"RetryInfo","retryDelay":"37s"}]}}'
    expect(describeFailure({ statusCode: 429, message: 'x', responseBody }, who)).toMatchObject({
      retryAfterMs: 37_000,
      hint: expect.stringContaining('in 37 s'),
    })
  })
})

describe('quotable', () => {
  test('keys and tokens go, the rest of the sentence stays', () => {
    expect(quotable('Incorrect key sk-proj-abcdefghijkl given', undefined)).toBe(
      'Incorrect key … given',
    )
    expect(quotable('no access for hunter2-odd', undefined, ['hunter2-odd'])).toBe(
      'no access for …',
    )
    expect(quotable(`hash ${'a1'.repeat(30)}`, undefined)).toBe('hash …')
  })

  test('a sentence with a piece of what was sent is not quoted, also across line breaks', () => {
    const sent = { messages: [{ content: [{ text: 'the treasure is\nbehind the barn' }] }] }
    expect(quotable('refused: the treasure is behind', sent)).toBeUndefined()
    expect(quotable('temperature is not supported', sent)).toBe('temperature is not supported')
  })

  test('a short message that stands whole in the sentence is not quoted either', () => {
    expect(quotable('cannot say xyzzy-9', { messages: [{ content: 'xyzzy-9' }] })).toBeUndefined()
  })

  test('the name of the model and the schemas of tools are no secrets', () => {
    const sent = { model: 'claude-sonnet-4-6', tools: [{ description: 'reads a file from disk' }] }
    expect(quotable('claude-sonnet-4-6 cannot use reads a file from disk', sent)).toBeDefined()
  })

  test('control characters go, and one sentence is enough', () => {
    expect(quotable('ab\nc\u202Ed', undefined)).toBe('ab c d')
    expect(quotable('ab '.repeat(400), undefined)?.length).toBeLessThanOrEqual(201)
    expect(quotable('  ', undefined)).toBeUndefined()
  })
})

describe('quotable takes sequences of a terminal out whole', () => {
  test.each([
    ['Bad \u001b[31mkey\u001b[0m', 'Bad key'],
    ['Bad \u009b1;31mkey', 'Bad key'],
    ['a\u001b]0;title\u0007b', 'ab'],
    ['a\u001b]8;;http://x.example\u001b\\link\u001b]8;;\u001b\\b', 'alinkb'],
    ['a\u001bPq#0\u001b\\b', 'ab'],
    ['a\u001b(Bb\u001bc', 'ab'],
    // One that never ends loses its introducer, not the words behind it.
    ['a\u001b]no end', 'ano end'],
    ['cut \u001b[3', 'cut'],
  ])('%j reads %j', (said, shown) => expect(quotable(said, undefined)).toBe(shown))

  test('what was sent is known also where sequences stood in it', () => {
    const sent = { messages: [{ content: 'the \u001b[1mtreasure\u001b[0m is behind' }] }
    expect(quotable('refused: the treasure is behind', sent)).toBeUndefined()
  })

  test('a key with a sequence inside is still a key', () => {
    expect(quotable('no \u001b[1mhunter2\u001b[0m-odd', undefined, ['hunter2-odd'])).toBe('no …')
  })
})

describe('the window that a provider names in a refusal', () => {
  test.each([
    ['prompt is too long: 203456 tokens > 200000 maximum', 200_000],
    ['input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, try', 200_000],
    ["This model's maximum context length is 32768 tokens. However, you requested 40000", 32_768],
    ['maximum prompt length is 131072 but the request contains 140000 tokens.', 131_072],
    [
      'Prompt contains 140000 tokens, too large for model with 131072 maximum context length',
      131_072,
    ],
    ['The input token count (12) exceeds the maximum number of tokens allowed (10).', 10],
    ['the context overflows, loaded with context length of only 4096 tokens', 4_096],
    ['the input length exceeds the context length', undefined],
    ['Request Entity Too Large', undefined],
  ])('%s', (message, window) => {
    const failure = describeFailure({ statusCode: 413, message }, who)
    expect(failure.class).toBe('context')
    expect(failure.window).toBe(window)
  })

  test('is no fact of a refusal for another reason', () => {
    const message = 'Rate limit: tokens > 6000 maximum'
    expect(describeFailure({ statusCode: 429, message }, who).window).toBeUndefined()
  })
})

describe('describeFailure', () => {
  test.each([
    ['ENOTFOUND', 'network', false],
    ['EAI_AGAIN', 'network', true],
    ['ECONNREFUSED', 'network', true],
    ['ECONNRESET', 'cut', true],
    ['ETIMEDOUT', 'timeout', true],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', true],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'network', false],
  ])('%s is %s', (code, expected, retryable) => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
    expect(describeFailure(error, who)).toMatchObject({ class: expected, retryable })
  })

  test('an abort without the person is a stall', () => {
    const abort = new DOMException('This operation was aborted', 'AbortError')
    expect(describeFailure(abort, who)).toMatchObject({ class: 'stall' })
    expect(describeFailure(abort, { ...who, signal: AbortSignal.abort() })).toMatchObject({
      class: 'aborted',
    })
  })

  test('the last error of several tries counts', () => {
    const error = { name: 'AI_RetryError', message: 'x', lastError: { statusCode: 529 } }
    expect(describeFailure(error, who)).toMatchObject({ class: 'overloaded', status: 529 })
  })

  test('an error that is its own cause comes to an end', () => {
    const error = new Error('round')
    error.cause = error
    expect(describeFailure(error, who)).toMatchObject({ class: 'unknown' })
  })

  test('the hint names where the key stands', () => {
    expect(describeFailure({ statusCode: 401 }, who).hint).toContain(
      'ANTHROPIC_API_KEY, or providers.anthropic.apiKey in your settings file',
    )
    expect(
      describeFailure({ statusCode: 401 }, { provider: 'openai.responses', model: 'm' }),
    ).toMatchObject({
      message: 'OpenAI refused the key (401).',
      hint: expect.stringContaining('OPENAI_API_KEY'),
    })
    expect(describeFailure({ statusCode: 401 }, { provider: 'my-own', model: 'm' }).hint).toContain(
      'MY_OWN_API_KEY, or providers.my-own.apiKey',
    )
  })
})
