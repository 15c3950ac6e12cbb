import { describe, expect, test } from 'vitest'
import { compareReaders } from '../testing/compare.ts'
import { mutate, seededRandom } from '../testing/mutate.ts'
import { cutBlocks } from './blocks.ts'
import { readFast } from './fast-path.ts'

/** Shapes that the fast path reads; the mutations start from these. */
const frontmatters = [
  'name: pdf-tools\ndescription: Reads PDF files. Use when a person asks for text (or tables) in one.\n',
  'name: notes\ndescription: >-\n  Turns meeting notes\n  into a task list.\n\n  Use after a call.\nlicense: MIT\n',
  'description: |\n  one\n    two\n\n  three\n\nname: x\n',
  'description: Words that go on\n  `for` two lines\n  "and" more\n  @here\n\n  and a third\nname: y\n',
  'description: "Says \\"hi\\" and\n  goes on\\tfor a while \\u2192\\ud83d\\udd2d\\U0001F30D\\x41"\nversion: 1.10\ndate: 2024-01-02\n',
  "description: 'It''s fine\n\n  and more'\nuser-invocable: true\n",
  'allowed-tools: [Read, "Bash(git diff *)", N:M, a>=1.0]\ntags: []\nempty: {}\n',
  'tools:\n  - Read\n  - Bash(git *)\nother:\n- a\n- b\n',
  'metadata:\n  author: someone\n  nested:\n    deep: yes\n    list:\n      - x: 1\n        y: 2\n      - z\n',
  'metadata: {"client": {"emoji": "x", "needs": {"bins": ["uv", "git"]}, "n": 3}}\n',
  'metadata:\n  {\n    "client":\n      {\n        "a": [1, 2],\n        "b": "c",\n      },\n  }\n',
  'arguments:\n  - name: topic\n    description: What to write\n  - name: length\nhooks:\n  preExecute: |\n    Check first.\n  onError: Say so.\n',
  'a: [x, y]\nb: { k: v, l: [m] }\nc:\n  plain on the next line\n  and the next\nd:\n',
]

describe('the fast path gives what yaml gives', () => {
  test('on every shape it reads, and it reads all of these', () => {
    for (const text of frontmatters) {
      const { fast, blocks, difference } = compareReaders(text)
      expect(difference).toBeUndefined()
      expect({ text, fast }).toEqual({ text, fast: blocks })
    }
  })

  const count = process.env['SKILLET_LONG'] === '1' ? 200_000 : 20_000
  test(`on ${count} seeded mutations`, () => {
    const random = seededRandom(20_260_101)
    let fast = 0
    for (let round = 0; round < count; round++) {
      const base = frontmatters[Math.floor(random() * frontmatters.length)] ?? ''
      const comparison = compareReaders(mutate(base, random))
      expect(comparison.difference).toBeUndefined()
      fast += comparison.fast
    }
    expect(fast).toBeGreaterThan(count)
  }, 600_000)
})

describe('the fast path hands over', () => {
  const reads = (text: string) => {
    const [block] = cutBlocks(text)
    return block !== undefined && readFast(text, block) !== undefined
  }

  test.each([
    ['an anchor', 'a: &x b\n'],
    ['an alias', 'a: *x\n'],
    ['a tag', 'a: !!str b\n'],
    ['a colon in a plain value', 'a: b: c\n'],
    ['a comment behind a value', 'a: b # c\n'],
    ['a tab', 'a:\tb\n'],
    ['an explicit key', '? a\n: b\n'],
    ['an unclosed quote', 'a: "b\n'],
    ['an unclosed bracket', 'a: [b\n'],
    ['text behind a bracket', 'a: [b] c\n'],
    ['an indentation indicator', 'a: |2\n   b\n'],
    ['a rare escape', 'a: "\\e"\n'],
  ])('%s', (_, text) => {
    expect(reads(text)).toBe(false)
  })
})
