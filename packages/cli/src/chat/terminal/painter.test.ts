import headless from '@xterm/headless'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPainter } from './painter.ts'
import type { Drawing } from './types.ts'

/** A painter on a real terminal of 20 × 6, below a line that stood there before. */
function paintOn(columns = 20, rows = 6) {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
  const written: string[] = []
  const console = {
    columns,
    rows,
    write(text: string) {
      written.push(text)
      terminal.write(text)
    },
    listen: () => () => {},
  }
  terminal.write('before\r\n')
  const settled = () => new Promise<void>((resolve) => terminal.write('', resolve))
  const linesFrom = (first: number) => {
    const { active } = terminal.buffer
    const all = Array.from(
      { length: active.length - first },
      (_, at) => active.getLine(first + at)?.translateToString(true) ?? '',
    )
    return all.slice(0, all.findLastIndex((line) => line !== '') + 1)
  }
  const painter = createPainter(console)
  return {
    written,
    painter,
    resize: (wide: number, high: number) => {
      terminal.resize(wide, high)
      Object.assign(console, { columns: wide, rows: high })
    },
    paint: async (above: readonly string[], lines: readonly string[], caret?: Drawing['caret']) => {
      const rows = { end: above.length, from: (place: number) => above.slice(Math.max(0, place)) }
      painter.paint(() => ({ above: rows, lines, ...(caret === undefined ? {} : { caret }) }))
      await settled()
    },
    screen: async () => {
      await settled()
      return linesFrom(terminal.buffer.active.baseY)
    },
    history: async () => {
      await settled()
      return linesFrom(0)
    },
    cursor: () => ({
      row: terminal.buffer.active.cursorY,
      column: terminal.buffer.active.cursorX,
    }),
  }
}

const numbered = (size: number) => Array.from({ length: size }, (_, at) => `row ${at}`)

describe('a painter', () => {
  it('draws below what stands there, and writes of a next drawing what changed', async () => {
    const { paint, screen, written } = paintOn()
    await paint(['hello'], ['> a'])
    await paint(['hello'], ['> ab'])
    expect(await screen()).toEqual(['before', 'hello', '> ab'])
    expect(written.at(-1)).toBe('\u001b[?2026h\r\u001b[2K> ab\u001b[?2026l')
    await paint(['hello'], ['> ab'])
    expect(written).toHaveLength(2)
  })

  it('puts the caret by cells, also where letters take two', async () => {
    const { paint, cursor } = paintOn()
    await paint(['hello'], ['› 文字'], { row: 0, offset: 3 })
    expect(cursor()).toEqual({ row: 2, column: 4 })
  })

  it('each row leaves the screen once, whatever grows and shrinks below', async () => {
    const step = fc.record({ more: fc.nat(9), lines: fc.integer({ min: 0, max: 5 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { paint, screen, history } = paintOn()
        await paint([], [])
        let said = 0
        for (const { more, lines } of steps) {
          said += more
          const below = Array.from({ length: lines }, (_, at) => `line ${at} of ${lines}`)
          await paint(numbered(said), below)
          const shown = await screen()
          expect(shown.slice(shown.length - lines)).toEqual(below)
          expect(await history()).toEqual(['before', ...numbered(said), ...below])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('what changed is drawn over, down to the last row of the screen', async () => {
    const { paint, screen } = paintOn()
    await paint([], ['>'])
    await paint(numbered(9), ['>'])
    const other = numbered(9).with(5, 'another')
    await paint(other, ['> x', 'y'])
    expect(await screen()).toEqual([...other.slice(5), '> x', 'y'])
  })

  it('after a resize the visible rows are drawn anew, and the scroll-back stays', async () => {
    const { paint, screen, history, resize } = paintOn()
    await paint([], ['>'])
    await paint(numbered(9), ['>'])
    resize(12, 4)
    await paint(numbered(9), ['>'])
    expect(await screen()).toEqual(['row 6', 'row 7', 'row 8', '>'])
    expect((await history()).slice(0, 5)).toEqual(['before', ...numbered(4)])
  })

  it('what was taller than the screen leaves it full when it closes', async () => {
    const { paint, screen } = paintOn()
    await paint([], ['>'])
    await paint(numbered(9), ['>'])
    await paint(
      numbered(9),
      Array.from({ length: 15 }, (_, at) => `tall ${at}`),
    )
    expect((await screen())[5]).toBe('tall 14')
    await paint(numbered(9), ['>'])
    expect(await screen()).toEqual(['row 4', 'row 5', 'row 6', 'row 7', 'row 8', '>'])
  })

  it('a line that is wider than the screen is cut with a sign', async () => {
    const { paint, screen } = paintOn()
    await paint([], [`${'文'.repeat(15)}`, 'below'])
    expect(await screen()).toEqual(['before', `${'文'.repeat(9)}…`, 'below'])
  })

  it('finishes below all that was drawn; another drawing brings the visible end', async () => {
    const { paint, painter, history } = paintOn()
    await paint([], ['>'])
    await paint(numbered(9), ['> a', 'foot'], { row: 0, offset: 3 })
    painter.finish()
    await paint(numbered(9), ['> a', 'foot'])
    const shown = await history()
    expect(shown.slice(0, 12)).toEqual(['before', ...numbered(9), '> a', 'foot'])
    expect(shown.slice(12)).toEqual(['row 5', 'row 6', 'row 7', 'row 8', '> a', 'foot'])
  })
})
