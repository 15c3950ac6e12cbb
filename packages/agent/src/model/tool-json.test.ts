import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArguments } from './tool-json.ts'

test.each([
  ['{"path": "a.txt",}', { path: 'a.txt' }],
  ['{"list": [1, 2, ], "more": {"a": 1 ,\n} }', { list: [1, 2], more: { a: 1 } }],
  ['```json\n{"path": "a.txt"}\n```', { path: 'a.txt' }],
  ['```json\r\n{"path": "a.txt"}\r\n```\r\n', { path: 'a.txt' }],
  ['  ```json\n{"path": "a.txt"}   ```  ', { path: 'a.txt' }],
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
  '```json\n{"path": "a.txt"}',
  '```json\n{"path": "a.txt"',
  '```',
  '{"text": "ends in a stroke\\',
])('%j is not guessed at', (text) => expect(readArguments(text)).toBeUndefined())

test('whatever JSON can say is read as it stands', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readArguments(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

/** Each takes milliseconds here; read again from each quotation mark or blank it would take hours. */
test.each([
  [
    'a file of HTML',
    `{"path": "a.html", "content": "${'<a href=\\"x\\">link</a>\\n'.repeat(80_000)}`,
  ],
  ['a text', `{"content": "${'x'.repeat(4_000_000)}`],
  ['a text of escapes, in the last one', `{"content": "${'\\"'.repeat(1_000_000)}\\`],
  ['a fence', `\`\`\`json\n{"a": 1}${' '.repeat(1_000_000)}x`],
  ['blanks', `{"a": 1,${' '.repeat(1_000_000)}`],
  ['commas', `{"a": [${', '.repeat(1_000_000)}`],
])('arguments that break off in %s are given up at once', (_, text) =>
  expect(readArguments(text)).toBeUndefined(),
)
