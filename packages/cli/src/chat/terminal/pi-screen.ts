import {
  CURSOR_MARKER,
  setCapabilities,
  TUI,
  truncateToWidth,
  visibleWidth,
} from '@mariozechner/pi-tui'
import { createKeyReader } from './keys.ts'
import { createPiTerminal } from './pi-terminal.ts'
import { plainEmoji } from './plain-emoji.ts'
import type { Component, Console, Drawing, KeyInput, Screen } from './types.ts'

/** Takes the terminal over and shows one component on it. Call `close` however things end. */
export function openScreen(console: Console, component: Component): Screen {
  // No pictures are shown, so nothing about them is asked of the terminal.
  setCapabilities({ images: null, trueColor: false, hyperlinks: false })
  const terminal = createPiTerminal(console, () => component.end())
  const readKey = createKeyReader()
  const take = gathered<KeyInput>((inputs) => {
    for (const input of inputs) {
      const isText = input.kind === 'text' && inputs.length > 1
      component.input(isText ? { ...input, together: true } : input)
    }
  })
  const show = () => {
    const tui = new TUI(terminal, true)
    const root = {
      focused: true,
      render(width: number) {
        // Keys that wait already were pressed before any of it was seen: they are read first.
        setImmediate(() => component.drawn())
        return markedLines(component.draw(width, console.rows), width)
      },
      handleInput(data: string) {
        const input = readKey(data)
        if (input !== undefined) take(input)
      },
      invalidate() {},
    }
    tui.addChild(root)
    tui.setFocus(root)
    tui.start()
    return tui
  }
  let tui: TUI | undefined = show()
  const close = () => {
    tui?.stop()
    terminal.flush()
    tui = undefined
  }
  return {
    redraw: () => tui?.requestRender(),
    close,
    suspend() {
      if (console.suspend === undefined) return
      close()
      console.suspend(() => {
        tui = show()
      })
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

/** pi-tui ends with an exception where a line is wider than the screen, by its own measure. */
function markedLines({ lines, caret }: Drawing, width: number): string[] {
  return lines.map((drawn, row) => {
    const line = caret?.row === row ? drawn : plainEmoji(drawn)
    const fitting = visibleWidth(line) > width ? truncateToWidth(line, width, '…') : line
    if (caret?.row !== row) return fitting
    return fitting.slice(0, caret.offset) + CURSOR_MARKER + fitting.slice(caret.offset)
  })
}
