import { describe, expect, it } from 'vitest'
import { AnswerTooLongError, MOST_REPEATS } from './answer-size.ts'
import { withEvents } from './event-stream.ts'

/** What is left of a stream of these events. */
async function passed(events: readonly string[], mostEvents?: number): Promise<string> {
  const fetch = withEvents(async () => new Response(events.join('')), { mostEvents })
  return (await fetch('http://127.0.0.1:9')).text()
}

const event = (text: string) => `data: {"text":${JSON.stringify(text)}}\n\n`
const times = (count: number) => Array.from({ length: count }, () => event(''))

describe('how many events may come', () => {
  it('ends a stream that sends the same event again and again', async () => {
    const tooMany = times(MOST_REPEATS + 1)
    await expect(passed(tooMany)).rejects.toThrow(AnswerTooLongError)
  })

  it('lets one pass whose event repeats and then goes on', async () => {
    const events = [...times(MOST_REPEATS), event('a word'), ...times(MOST_REPEATS)]
    expect(await passed(events)).toBe(events.join(''))
  })

  it('ends a stream of events that differ', async () => {
    const events = Array.from({ length: 101 }, (_, at) => event(`${at}`))
    expect(await passed(events, 101)).toBe(events.join(''))
    await expect(passed(events, 100)).rejects.toThrow(AnswerTooLongError)
  })
})
