import { openKeyboard } from './keyboard.ts'
import { createPainter } from './painter.ts'
import type { Component, Console, KeyInput, Screen } from './types.ts'

/** Nobody sees more drawings than these. */
const frameMs = 16

/** Takes the terminal over and shows one component on it. Call `close` however things end. */
export function openScreen(console: Console, component: Component): Screen {
  const painter = createPainter(console)
  let closeKeyboard: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let paintedAt = Number.NEGATIVE_INFINITY

  const paint = () => {
    timer = undefined
    painter.paint((size, top) => component.draw(size, top))
    paintedAt = performance.now()
    // Keys that wait already were pressed before any of it was seen: they are read first.
    setImmediate(() => component.drawn())
  }
  const redraw = () => {
    if (closeKeyboard === undefined) return
    timer ??= setTimeout(paint, Math.max(0, frameMs - (performance.now() - paintedAt)))
  }
  const take = gathered<KeyInput>((inputs) => {
    for (const input of inputs) {
      const isText = input.kind === 'text' && inputs.length > 1
      component.input(isText ? { ...input, together: true } : input)
    }
  })
  const open = () => {
    closeKeyboard = openKeyboard(console, {
      input: take,
      resize: redraw,
      end: () => component.end(),
    })
    redraw()
  }
  const close = () => {
    if (closeKeyboard === undefined) return
    clearTimeout(timer)
    timer = undefined
    painter.finish()
    closeKeyboard()
    closeKeyboard = undefined
  }
  open()
  return {
    redraw,
    close,
    suspend() {
      if (console.suspend === undefined) return
      close()
      console.suspend(open)
    },
  }
}

/** Hands over together what comes in one turn of the event loop: all keys of one read. */
function gathered<T>(give: (all: readonly T[]) => void): (one: T) => void {
  let all: T[] = []
  return (one) => {
    if (all.length === 0) {
      queueMicrotask(() => {
        const given = all
        all = []
        give(given)
      })
    }
    all.push(one)
  }
}
