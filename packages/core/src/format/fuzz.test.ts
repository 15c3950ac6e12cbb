import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHead, parseSkill } from './index.ts'
import { mutate, seededRandom } from './testing/mutate.ts'

const location = '/skills/demo/SKILL.md'
const layouts = fc.constantFrom('agent-skills' as const, 'any-markdown' as const)

const pieces = [
  'name',
  'description',
  'tools',
  'hooks',
  ': ',
  ':',
  '\n',
  '\n  ',
  '- ',
  '? ',
  '[',
  ']',
].concat([
  '{',
  '}',
  '"',
  "'",
  '|',
  '>',
  '&a ',
  '*a',
  '!x ',
  '#',
  ' #',
  ',',
  '%',
  '@',
  'x',
  '\t',
  ' ',
])

/** Whatever the bytes: a skill, or an error that says why not; and the same again. */
function expectAnswer(input: Uint8Array | string, layout: 'agent-skills' | 'any-markdown'): void {
  const parsed = parseSkill(input, { location, layout })
  const errors = parsed.diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors.length > 0).toBe(parsed.skill === undefined)
  for (const { range, message } of parsed.diagnostics) {
    expect(message).toMatch(/\.$/)
    if (range === undefined) continue
    expect(range.end.offset).toBeGreaterThanOrEqual(range.start.offset)
    expect(range.start.line).toBeGreaterThan(0)
    expect(range.start.column).toBeGreaterThan(0)
  }
  expect(parseSkill(input, { location, layout })).toEqual(parsed)
}

describe('nothing throws, and each input gets an answer', () => {
  test('random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), layouts, expectAnswer))
  })

  test('random bytes between fences', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), layouts, (bytes, layout) => {
        const fence = Buffer.from('---\n')
        expectAnswer(Buffer.concat([fence, bytes, Buffer.from('\n'), fence]), layout)
      }),
    )
  })

  test('random YAML punctuation between fences', () => {
    const piece = fc.constantFrom(...pieces)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), layouts, (chosen, layout) => {
        expectAnswer(`---\n${chosen.join('')}\n---\n`, layout)
      }),
      { numRuns: 1000 },
    )
  })

  test('mutations of a whole file, as text and head', () => {
    const random = seededRandom(7)
    const text =
      '---\nname: demo\ndescription: Shows\narguments:\n  - name: a\ntools: [Read]\nhooks:\n  preExecute: x\n---\nBody\n'
    for (let round = 0; round < 3000; round++) {
      const mutated = mutate(text, random)
      expectAnswer(mutated, 'agent-skills')
      const bytes = new TextEncoder().encode(mutated)
      const head = parseHead(bytes, { location, complete: true })
      const whole = parseSkill(bytes, { location })
      expect(head.kind).toBe(whole.skill === undefined ? 'invalid' : 'skill')
    }
  })
})

describe('print and parse', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

  test('a description written as the hints write it comes back', () => {
    fc.assert(
      fc.property(value, (text) => {
        const { skill } = parseSkill(
          `---\nname: demo\ndescription: ${JSON.stringify(text)}\n---\n`,
          {
            location,
            layout: 'any-markdown',
          },
        )
        const isSeen = /[^\p{White_Space}\p{Cf}\u2800\u3164]/u.test(text)
        const trimmed = text.replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '')
        expect(skill?.description).toBe(isSeen ? trimmed : '')
      }),
    )
  })

  test('line ends make no difference', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 8 }),
        fc.constantFrom('\r\n', '\r'),
        (lines, end) => {
          const text = `---\nname: demo\ndescription: x\n${lines.join('\n').replaceAll('\r', ' ')}\n---\nb\n`
          const [unix, other] = [text, text.replaceAll('\n', end)].map((form) =>
            parseSkill(form, { location }),
          )
          expect(other?.skill).toEqual(unix?.skill)
          expect(other?.body).toEqual(unix?.body)
        },
      ),
    )
  })
})
