import { sentences } from '@skillet/language'
import { describe, expect, it } from 'vitest'
import { createStyle } from '../../screen/terminal.ts'
import { createMarkdown } from '../markdown/index.ts'
import type { Block, CallBlock } from '../state/blocks.ts'
import type { BlockView } from './blocks.ts'
import { createTranscript } from './transcript.ts'

const style = createStyle(false)

/** A transcript that notes which answers it lays out. */
function transcript(columns = 80) {
  const draw = createTranscript()
  const laid: string[] = []
  const view = (unfolded: boolean): BlockView => ({
    style,
    words: sentences('en'),
    columns,
    rows: 24,
    now: 0,
    unfolded,
    markdown({ id }) {
      laid.push(id)
      return createMarkdown(style, () => undefined)
    },
  })
  return {
    laid,
    draw: (blocks: readonly Block[], top: number | undefined, unfolded = false) =>
      draw(blocks, view(unfolded), { version: 0, top }),
  }
}

const answer = (id: string, text = `answer ${id}`): Block => ({
  kind: 'text',
  id,
  text,
  open: false,
})
const call = (tool: string, change: Partial<CallBlock> = {}): CallBlock => ({
  kind: 'call',
  callId: tool,
  tool,
  subject: 'subject',
  state: 'done',
  output: '',
  earlier: 0,
  startedAt: 0,
  endedAt: 0,
  outcome: { ok: true, text: 'one\ntwo\n' },
  ...change,
})
const rowsOf = (size: number) => Array.from({ length: size }, (_, at) => `row ${at}`).join('\n\n')

describe('a transcript', () => {
  it('parts what different speakers say, and folds neighbouring reads that are done', () => {
    const { draw } = transcript()
    const blocks = [answer('a'), call('read'), call('grep'), call('read'), answer('b')]
    const [first, , fold, , last] = draw(blocks, undefined).from(Number.NEGATIVE_INFINITY)
    expect([first, last]).toEqual(['answer a', 'answer b'])
    expect(fold).toContain('2 files')
    expect(draw(blocks, undefined, true).from(Number.NEGATIVE_INFINITY)).toHaveLength(13)
  })

  it('lays out what is visible alone, however much was said before', () => {
    const { draw, laid } = transcript()
    const blocks = Array.from({ length: 10_000 }, (_, at) => answer(`${at}`))
    const rows = draw(blocks, undefined)
    expect(rows.from(rows.end - 4)).toEqual(['', 'answer 9998', '', 'answer 9999'])
    expect(laid.length).toBeLessThan(5)
    // A key: nothing was said. An answer: it alone.
    laid.length = 0
    expect(draw(blocks, rows.end - 4)).toBe(rows)
    const next = draw([...blocks, answer('new')], rows.end - 4)
    expect(next.from(rows.end)).toEqual(['', 'answer new'])
    expect(laid).toEqual(['new'])
  })

  it('a piece of an answer moves what is below it; its beginning stays', () => {
    const { draw } = transcript()
    const before = draw([answer('a'), answer('b', rowsOf(9))], undefined)
    const top = before.end - 3
    const after = draw([answer('a'), answer('b', rowsOf(12))], top)
    expect(after.end).toBe(before.end + 6)
    expect(after.from(top)).toEqual(rowsOf(12).split('\n').slice(-9))
  })

  it('what shrinks above the screen leaves the rows on the screen where they are', () => {
    const { draw } = transcript()
    const long = call('bash', { state: 'running', output: 'x\n'.repeat(8) })
    const before = draw([answer('a'), long, answer('b', rowsOf(4))], undefined)
    const top = before.end - 7
    const shown = before.from(top)
    const after = draw([answer('a'), call('bash'), answer('b', rowsOf(4))], top)
    expect(after.end).toBe(before.end)
    expect(after.from(top)).toEqual(shown)
  })

  it('what is taken back leaves no hole', () => {
    const { draw } = transcript()
    const blocks = [answer('a'), answer('b'), answer('c', rowsOf(5))]
    const before = draw(blocks, undefined)
    const after = draw(blocks.slice(0, 2), before.end - 4)
    expect(after.from(after.end - 3)).toEqual(['answer a', '', 'answer b'])
  })

  it('unfolded, all of what is visible is there from its first row on', () => {
    const { draw } = transcript()
    const failed = call('bash', {
      state: 'failed',
      output: 'x\n'.repeat(40),
      outcome: { ok: false, text: '', exitCode: 1 },
    })
    const folded = draw([answer('a'), failed], undefined)
    const top = folded.end - folded.from(Number.NEGATIVE_INFINITY).length
    const rows = draw([answer('a'), failed], top, true).from(top)
    expect(rows.filter((row) => row.includes('│ x'))).toHaveLength(40)
  })
})
