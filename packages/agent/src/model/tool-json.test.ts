import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArguments } from './tool-json.ts'

test.each([
  ['{"path": "a.txt",}', { path: 'a.txt' }],
  ['{"list": [1, 2, ], "more": {"a": 1 ,\n} }', { list: [1, 2], more: { a: 1 } }],
  ['```json\n{"path": "a.txt"}\n```', { path: 'a.txt' }],
  ['```\n{"path": "a.txt",}\n```\n', { path: 'a.txt' }],
  ['{"text": "a,}", "more": "b,]",}', { text: 'a,}', more: 'b,]' }],
  ['{"text": "say \\",}\\"",}', { text: 'say ",}"' }],
])('%j is read', (text, value) => expect(readArguments(text)).toEqual(value))

test.each([
  '{"command": "rm -rf /tmp/a',
  '{"command": "rm -rf /tmp/a"',
  '{"command": "a"} {"command": "b"}',
  "{'path': 'a.txt'}",
  '{path: "a.txt"}',
  '{"path": "a.txt",,}',
  'Here it is: {"path": "a.txt"}',
  '',
])('%j is not guessed at', (text) => expect(readArguments(text)).toBeUndefined())

test('whatever JSON can say is read as it stands', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readArguments(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
