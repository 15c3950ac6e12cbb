import { expect, it } from 'vitest'
import { createEventLog, type EventLog } from './event-log.ts'
import type { EngineEvent } from './events.ts'

async function all(log: EventLog) {
  const events: EngineEvent[] = []
  for await (const event of log) events.push(event)
  return events
}

const notice = (code: string) => ({ type: 'notice', code, message: '' }) as const

it('numbers events from 1 and gives every reader all of them', async () => {
  const log = createEventLog('t')
  log.append(notice('a'))
  const early = all(log)
  log.append(notice('b'))
  log.close()
  log.append(notice('too late'))
  expect((await early).map((event) => event.seq)).toEqual([1, 2])
  expect(await all(log)).toEqual(await early)
})

it('does not notice a reader that leaves', async () => {
  const log = createEventLog('t')
  log.append(notice('a'))
  for await (const event of log) {
    expect(event.seq).toBe(1)
    break
  }
  log.append(notice('b'))
  log.close()
  expect(await all(log)).toHaveLength(2)
})
