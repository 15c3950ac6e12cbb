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
    expect(isSettled(watch(480, still))).toBe(false)
  })

  it('from then on', () => {
    expect(isSettled(watch(512, still))).toBe(true)
  })

  it('not while it is out of view', () => {
    expect(isSettled(watch(2000, () => ({ ...still(), inView: false })))).toBe(false)
  })

  it('begins anew when something moves it', () => {
    const pushed = watch(1000, (now) => ({ inView: true, left: 10, top: now < 800 ? 100 : 180 }))
    expect(isSettled(pushed)).toBe(false)
  })

  it('begins anew when it was out of view for a moment', () => {
    const left = look(watch(1008, still), { ...still(), inView: false, now: 1010 })
    expect(isSettled(look(left, { ...still(), now: 1020 }))).toBe(false)
  })

  it('time in which nothing was drawn counts for nothing', () => {
    const before = watch(480, still)
    expect(isSettled(look(before, { ...still(), now: 5000 }))).toBe(false)
  })

  it('and undoes nothing: a press on a busy page is taken', () => {
    const before = watch(512, still)
    expect(isSettled(look(before, { ...still(), now: 5000 }))).toBe(true)
  })

  it('a press on what moved since it was drawn is not taken', () => {
    const before = watch(1008, still)
    expect(isSettled(look(before, { ...still(), top: 140, now: 1010 }))).toBe(false)
  })

  it('a part of a pixel is no move', () => {
    const zoomed = watch(512, (now) => ({ inView: true, left: 10, top: 100 + (now % 2) / 4 }))
    expect(isSettled(zoomed)).toBe(true)
  })
})
