import { describe, expect, it } from 'vitest'
import { type QueuedTurn, TurnQueue } from './queue.ts'

/** Turns that note what is called of them, and end when they are told to. */
function notes() {
  const seen: string[] = []
  const note = (name: string) => (what: string) => {
    seen.push(`${name} ${what}`)
  }
  const turn = (name: string, change: Partial<QueuedTurn<void, string>> = {}) => {
    const say = note(name)
    return {
      name,
      store: async () => say('stored'),
      run: async () => {
        say('runs')
        return name
      },
      end: (result: PromiseSettledResult<string>) =>
        say(result.status === 'fulfilled' ? 'ends' : `fails: ${result.reason.message}`),
      ...change,
    }
  }
  return { seen, turn }
}

type Named = ReturnType<ReturnType<typeof notes>['turn']>

/** Something that happens when it is told to. */
function signal<Value = void>() {
  let give: (value: Value) => void = () => {}
  const given = new Promise<Value>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/** Everything that can go on by now has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the queue of turns', () => {
  it('calls nothing before the caller has said its own', async () => {
    const { seen, turn } = notes()
    const queue = new TurnQueue<Named, void, string>()
    queue.add(turn('a'))
    expect(seen).toEqual([])
    await settled()
    expect(seen).toEqual(['a stored', 'a runs', 'a ends'])
  })

  it('stores at once, in the order they came, and runs one after another', async () => {
    const { seen, turn } = notes()
    const queue = new TurnQueue<Named, void, string>()
    const answer = signal<string>()
    queue.add(turn('a', { run: () => answer.given }))
    queue.add(turn('b'))
    queue.add(turn('c'))
    await settled()
    expect(seen).toEqual(['a stored', 'b stored', 'c stored'])
    answer.give('a')
    await settled()
    expect(seen.slice(3)).toEqual(['a ends', 'b runs', 'b ends', 'c runs', 'c ends'])
  })

  it('stores no message before the one before it', async () => {
    const { seen, turn } = notes()
    const queue = new TurnQueue<Named, void, string>()
    const stored = signal()
    queue.add(turn('a', { store: () => stored.given }))
    queue.add(turn('b'))
    await settled()
    expect(seen).toEqual([])
    stored.give()
    await settled()
    expect(seen.filter((what) => !what.endsWith('stored'))).toEqual([
      'a runs',
      'a ends',
      'b runs',
      'b ends',
    ])
    expect(seen).toContain('b stored')
  })

  it('never runs two side by side, also where a message behind cannot be stored', async () => {
    const { seen, turn } = notes()
    const queue = new TurnQueue<Named, void, string>()
    const answer = signal<string>()
    queue.add(turn('a', { run: () => answer.given }))
    queue.add(turn('b', { store: () => Promise.reject(new Error('disk full')) }))
    queue.add(turn('c'))
    await settled()
    expect(seen).toEqual(['a stored', 'c stored'])
    expect(queue.length).toBe(3)
    answer.give('a')
    await settled()
    expect(seen.slice(2)).toEqual(['a ends', 'b fails: disk full', 'c runs', 'c ends'])
  })

  it('goes on after a turn that fails', async () => {
    const { seen, turn } = notes()
    const queue = new TurnQueue<Named, void, string>()
    queue.add(turn('a', { run: () => Promise.reject(new Error('no')) }))
    queue.add(turn('b'))
    await settled()
    expect(seen).toEqual(['a stored', 'b stored', 'a fails: no', 'b runs', 'b ends'])
  })

  it('has the running turn first, and none that has ended', async () => {
    const { turn } = notes()
    const queue = new TurnQueue<Named, void, string>()
    const answers = [signal<string>(), signal<string>()]
    const lengths: number[] = []
    for (const [at, answer] of answers.entries()) {
      const end = () => lengths.push(queue.length)
      queue.add({ ...turn(String(at)), run: () => answer.given, end })
    }
    expect(queue.first?.name).toBe('0')
    answers[0]?.give('')
    await settled()
    expect(queue.first?.name).toBe('1')
    answers[1]?.give('')
    await settled()
    expect(queue.first).toBeUndefined()
    expect(lengths).toEqual([1, 0])
  })
})
