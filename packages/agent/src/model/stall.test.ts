import { describe, expect, test } from 'vitest'
import { guardFetch, type StallError, watchStream } from './index.ts'

async function* parts(...values: readonly string[]) {
  yield* values
}

async function collect(stream: AsyncIterable<string>): Promise<string[]> {
  const seen: string[] = []
  for await (const part of stream) seen.push(part)
  return seen
}

/** Gives its values and then nothing, for ever. */
function silentAfter(...values: readonly string[]) {
  let returned = false
  const stream: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => {
      const left = [...values]
      return {
        next: () => {
          const value = left.shift()
          return value === undefined
            ? new Promise(() => undefined)
            : Promise.resolve({ done: false, value })
        },
        return: () => {
          returned = true
          return new Promise(() => undefined)
        },
      }
    },
  }
  return { stream, wasReturned: () => returned }
}

describe('watchStream', () => {
  test('passes every part on', async () => {
    expect(await collect(watchStream(parts('a', 'b')))).toEqual(['a', 'b'])
  })

  test('ends without an error where a person stops it', async () => {
    const { stream, wasReturned } = silentAfter('a')
    const stop = new AbortController()
    const seen: string[] = []
    for await (const part of watchStream(stream, { signal: stop.signal })) {
      seen.push(part)
      setImmediate(() => stop.abort())
    }
    expect(seen).toEqual(['a'])
    expect(wasReturned()).toBe(true)
  })

  test('throws after the limit, tells first, and lets the source go without waiting for it', async () => {
    const { stream, wasReturned } = silentAfter('a')
    const told: StallError[] = []
    const seen: string[] = []
    const reading = (async () => {
      const options = { stallMs: 20, onStall: (error: StallError) => told.push(error) }
      for await (const part of watchStream(stream, options)) seen.push(part)
    })()

    await expect(reading).rejects.toMatchObject({
      name: 'StallError',
      phase: 'stream',
      afterMs: 20,
    })
    expect(seen).toEqual(['a'])
    expect(told).toHaveLength(1)
    expect(wasReturned()).toBe(true)
  })

  test('an error of the source comes through as it is', async () => {
    const error = new Error('broken')
    async function* broken() {
      yield 'a'
      throw error
    }
    await expect(collect(watchStream(broken()))).rejects.toBe(error)
  })

  test('leaving the loop lets the source go', async () => {
    const { stream, wasReturned } = silentAfter('a', 'b')
    for await (const _part of watchStream(stream)) break
    expect(wasReturned()).toBe(true)
  })
})

describe('guardFetch', () => {
  const answer = () => Promise.resolve(new Response('fine'))

  test('a name that leads to a link-local address is refused before anything is sent', async () => {
    let sent = 0
    const fetch = guardFetch(
      () => {
        sent += 1
        return answer()
      },
      { lookup: () => Promise.resolve(['93.184.216.34', '169.254.169.254']) },
    )
    await expect(fetch('http://models.example/v1')).rejects.toMatchObject({
      name: 'RefusedEndpointError',
    })
    expect(sent).toBe(0)
  })

  test('a name that cannot be looked up is left to the request', async () => {
    const fetch = guardFetch(answer, { lookup: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await (await fetch('http://models.example/v1')).text()).toBe('fine')
  })

  test('a number needs no look-up, and a redirect is asked for as an error', async () => {
    const modes: unknown[] = []
    const fetch = guardFetch(
      (_input, init) => {
        modes.push(init?.redirect)
        return answer()
      },
      { lookup: () => Promise.reject(new Error('asked')) },
    )
    await fetch(new URL('http://127.0.0.1:9/v1'), { redirect: 'follow' })
    await fetch(new Request('http://[::1]:9/v1'))
    expect(modes).toEqual(['error', 'error'])
  })

  test("the caller's abort comes through as theirs", async () => {
    const person = new AbortController()
    const fetch = guardFetch(
      (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          person.abort(new Error('mine'))
        }),
    )
    await expect(fetch('http://127.0.0.1:9/', { signal: person.signal })).rejects.toThrow('mine')
  })
})
