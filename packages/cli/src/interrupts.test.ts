import { describe, expect, it } from 'vitest'
import { createInterrupts } from './interrupts.ts'

/** What happens, in its order. */
function watched() {
  const events: string[] = []
  const interrupts = createInterrupts((code) => void events.push(`exit ${code}`))
  return { events, interrupts }
}

describe('interrupts', () => {
  it('the first is handed over with its code, the second leaves', () => {
    const { events, interrupts } = watched()
    interrupts.listen((code) => void events.push(`stop ${code}`))
    interrupts.stop(143)
    expect(events).toEqual(['stop 143'])
    interrupts.stop(130)
    expect(events).toEqual(['stop 143', 'exit 130'])
  })

  it('where nobody listens any more, the first leaves', () => {
    const { events, interrupts } = watched()
    interrupts.listen(() => void events.push('stop'))()
    interrupts.stop(129)
    expect(events).toEqual(['exit 129'])
  })

  it('the last acts are done before, also beside one that fails', () => {
    const { events, interrupts } = watched()
    interrupts.beforeLeaving(() => {
      throw new Error('The terminal is gone.')
    })
    interrupts.beforeLeaving(() => void events.push('kill'))
    interrupts.beforeLeaving(() => void events.push('taken back'))()
    interrupts.leave(0)
    expect(events).toEqual(['kill', 'exit 0'])
  })
})
