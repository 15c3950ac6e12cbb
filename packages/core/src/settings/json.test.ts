import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonNode, positionAt, rangeOf, readJson } from './json.ts'

function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(plainValue)
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]))
}

describe('readJson', () => {
  test('law: it reads what JSON.stringify writes, and every place holds its own text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const { node } = readJson(text)
        if (node === undefined) throw new Error(`not read: ${text}`)
        expect(plainValue(node)).toEqual(JSON.parse(text))
        expect(JSON.parse(text.slice(node.start, node.end))).toEqual(JSON.parse(text))
      }),
    )
  })

  test('law: it takes and refuses the same texts as JSON.parse', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'a',
      '\\',
      '\\u00e9',
      '1',
      '-',
      '.5',
      'e3',
      '0',
      ' ',
      '\n',
      '\t',
      'true',
      'null',
      '//',
      '"k"',
      '"k":1',
      '\u0001',
      '\u00a0',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let expected: unknown
        let isJson = true
        try {
          expected = JSON.parse(text)
        } catch {
          isJson = false
        }
        const { node } = readJson(text)
        expect(node !== undefined, text).toBe(isJson)
        if (node !== undefined) expect(plainValue(node)).toEqual(expected)
      }),
      { numRuns: 20_000 },
    )
  })

  test.each([
    ['{\n  "a": 1,\n}', 'A comma stands before the closing bracket.', 2, 9],
    ['{\n  // why\n  "a": 1 }', 'Comments are not allowed in JSON.', 2, 3],
    ['{ "a" 1 }', 'A colon is missing after the key `a`.', 1, 7],
    ["{ 'a': 1 }", 'A key in double quotes is missing here.', 1, 3],
    ['{ "a": [1 2] }', 'A comma or `]` is missing here.', 1, 11],
    ['{ "a": yes }', 'No value here.', 1, 8],
    ['{ "a": 1', 'A comma or `}` is missing here.', 1, 9],
    ['{} {}', 'There is text after the end of the settings.', 1, 4],
    ['', 'The text ends before the settings do.', 1, 1],
  ])('%j: %s', (text, message, line, column) => {
    const { fault } = readJson(text)
    expect(fault?.message).toBe(message)
    expect(positionAt(text, fault?.offset ?? -1)).toMatchObject({ line, column })
  })

  test('a mark at the start is not text', () => {
    expect(readJson('\ufeff{}').node?.kind).toBe('object')
  })

  test('a mark at the start counts in offsets, as in the file, and is no column', () => {
    const text = '\ufeff{"a": 1,\n"b": 2}'
    expect(positionAt(text, 2)).toEqual({ line: 1, column: 2, offset: 2 })
    expect(positionAt(text, text.indexOf('"b"'))).toMatchObject({ line: 2, column: 1, offset: 10 })
  })

  test.each(['// a\n{}', '{/* a */}', '{"a": 1} // b', '{"a" /* b */: 1}'])(
    'a comment in %j is told apart from other faults',
    (text) => expect(readJson(text).fault?.message).toBe('Comments are not allowed in JSON.'),
  )

  test('nesting has an end', () => {
    expect(readJson('['.repeat(100_000)).fault?.message).toBe('Values are nested deeper than 64.')
  })

  test('columns count UTF-16 units, lines from 1', () => {
    const { node } = readJson('{\r\n  "𝒳": 7\r\n}')
    const member = node?.kind === 'object' ? node.members[0] : undefined
    expect(rangeOf('{\r\n  "𝒳": 7\r\n}', member?.value ?? { start: 0, end: 0 }).start).toEqual({
      line: 2,
      column: 9,
      offset: 11,
    })
  })
})
