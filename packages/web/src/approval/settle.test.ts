import { describe, expect, it } from 'vitest'
import { isSettled, type Look, look, type Settling, unsettled } from './settle.ts'

/** One look every 16 ms, as frames come. */
const watch = (
  until: number,
  at: (now: number) => Omit<Look, 'now'>,
  from: Settling = unsettled,
) => {
  let state = from
  for (let now = 0; now <= until; now += 16) state = look(state, { now, ...at(now) })
  return state
}

const still = () => ({ inView: true, left: 10, top: 100 })

describe('a button acts only once it was in view and still for half a second', () => {
  it('not before', () => {
    expect(isSettled(watch(480, still), 480)).toBe(false)
  })

  it('from then on', () => {
    expect(isSettled(watch(512, still), 512)).toBe(true)
  })

  it('not while it is out of view', () => {
    expect(
      isSettled(
        watch(2000, () => ({ ...still(), inView: false })),
        2000,
      ),
    ).toBe(false)
  })

  it('begins anew when something moves it', () => {
    const pushed = watch(1000, (now) => ({ inView: true, left: 10, top: now < 800 ? 100 : 180 }))
    expect(isSettled(pushed, 1000)).toBe(false)
  })

  it('begins anew when the page was away', () => {
    const before = watch(1008, still)
    expect(isSettled(before, 5000)).toBe(false)
    expect(isSettled(look(before, { ...still(), now: 5000 }), 5000)).toBe(false)
  })

  it('a part of a pixel is no move', () => {
    const zoomed = watch(512, (now) => ({ inView: true, left: 10, top: 100 + (now % 2) / 4 }))
    expect(isSettled(zoomed, 512)).toBe(true)
  })
})
