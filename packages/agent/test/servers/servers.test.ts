import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import { jsonSchema, streamText, type ToolSet } from 'ai'
import { describe, expect, test } from 'vitest'
import {
  call,
  type ProtocolServer,
  reasoning,
  type Script,
  startAnthropic,
  startGoogle,
  startOpenAI,
  status,
  stream,
  text,
} from './index.ts'

interface Case {
  readonly name: string
  start(script: Script): Promise<ProtocolServer>
  model(server: ProtocolServer): LanguageModelV3
}

const cases: readonly Case[] = [
  {
    name: 'OpenAI responses',
    start: startOpenAI,
    model: ({ baseURL }) => createOpenAI({ baseURL, apiKey: 'k' })('gpt-5.1'),
  },
  {
    name: 'OpenAI-compatible chat completions',
    start: startOpenAI,
    model: ({ baseURL }) => createOpenAICompatible({ name: 'local', baseURL })('test-model'),
  },
  {
    name: 'Anthropic messages',
    start: startAnthropic,
    model: ({ baseURL }) => createAnthropic({ baseURL, apiKey: 'k' })('claude-sonnet-4-6'),
  },
  {
    name: 'Google',
    start: startGoogle,
    model: ({ baseURL }) => createGoogleGenerativeAI({ baseURL, apiKey: 'k' })('gemini-2.5-flash'),
  },
]

const tools: ToolSet = {
  look: {
    inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
  },
}

const run = (model: LanguageModelV3) =>
  streamText({ model, prompt: 'hello', tools, maxRetries: 0, onError: () => undefined })

describe.each(cases)('a local server for $name', (route) => {
  test('streams reasoning, text, two calls and the usage', async () => {
    await using server = await route.start([
      stream(
        [
          reasoning('Let me think about it.'),
          text('I shall look at two files.'),
          call('look', { path: 'a.md' }, 'one'),
          call('look', { path: 'b.md' }, 'two'),
        ],
        { usage: { input: 321, output: 45 } },
      ),
    ])

    const result = run(route.model(server))

    expect(await result.text).toBe('I shall look at two files.')
    expect(await result.reasoningText).toBe('Let me think about it.')
    expect((await result.toolCalls).map(({ input }) => input)).toEqual([
      { path: 'a.md' },
      { path: 'b.md' },
    ])
    expect(await result.finishReason).toBe('tool-calls')
    expect(await result.usage).toMatchObject({ inputTokens: 321, outputTokens: 45 })
    expect(server.requests).toHaveLength(1)
    expect(JSON.stringify(server.requests[0]?.body)).toContain('hello')
  })

  test('answers with a status and says so when the script is at its end', async () => {
    await using server = await route.start([
      status(429, 'slow down', { headers: { 'retry-after': '7' } }),
    ])

    const failures: unknown[] = []
    for (const _ of [1, 2]) {
      for await (const part of run(route.model(server)).fullStream) {
        if (part.type === 'error') failures.push(part.error)
      }
    }

    expect(failures).toMatchObject([
      { statusCode: 429, message: 'slow down', responseHeaders: { 'retry-after': '7' } },
      { statusCode: 400, message: 'The script has no reply for request 2.' },
    ])
  })
})
