import { describe, expect, test } from 'vitest'
import { mutate, seededRandom } from '../testing/mutate.ts'
import { cutBlocks } from './blocks.ts'
import { refuseColon } from './colon.ts'
import { readNodes } from './nodes.ts'

const lines = [
  'description: Use when: a test fails\n',
  'description: Reads PDF files. Use when: asked (or not): always\n',
  'a:  b: c: d, e [f] "g" \'h\': i\n',
  'x-y_z.1: what ends in a colon:\n',
  'name: é: 字 😀 – “so”:  two blanks\n',
]

/** How often it answered, and that `yaml` says the same there. */
function compare(text: string): number {
  let answers = 0
  for (const block of cutBlocks(text)) {
    const problem = refuseColon(text, block)
    if (problem === undefined) continue
    answers++
    expect({ text, problem: readNodes(text, block).problem }).toEqual({ text, problem })
  }
  return answers
}

describe('one colon too many is refused as `yaml` refuses it', () => {
  test.each(lines)('%j', (line) => {
    expect(compare(line)).toBe(1)
  })

  test.each(['a: b\n', 'a: b:c\n', 'a: "b: c"\n', 'a: [b: c]\n', 'a: b #: c\n', 'a:\n  b: c\n'])(
    '%j is not its business',
    (line) => {
      expect(compare(line)).toBe(0)
    },
  )

  const count = process.env['SKILLET_LONG'] === '1' ? 200_000 : 20_000
  test(`on ${count} seeded mutations`, () => {
    const random = seededRandom(11)
    let answers = 0
    for (let round = 0; round < count; round++) {
      const base = lines[Math.floor(random() * lines.length)] ?? ''
      answers += compare(mutate(base, random))
    }
    expect(answers).toBeGreaterThan(count / 5)
  }, 300_000)
})
