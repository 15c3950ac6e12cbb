import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlight, type Token } from './highlight.ts'

const plain = (tokens: readonly Token[]): string =>
  tokens.map((token) => (typeof token === 'string' ? token : plain(token.children))).join('')

describe('tokens of code', () => {
  test('have the kinds that are drawn in different colours', () => {
    expect(highlight('const a = "b" // c', 'ts')).toEqual([
      { kind: 'keyword', children: ['const'] },
      ' a ',
      '= ',
      { kind: 'text', children: ['"b"'] },
      ' ',
      { kind: 'comment', children: ['// c'] },
    ])
    expect(highlight('+ a\n- b', 'diff')).toEqual([
      { kind: 'add', children: ['+ a'] },
      '\n',
      { kind: 'del', children: ['- b'] },
    ])
  })

  test.each(['js', 'ts', 'tsx', 'py', 'sh', 'yml', 'html', 'toml', 'c++', 'cs', 'rs', 'golang'])(
    'are found by the name %s too',
    (name) => expect(highlight('1', name)).toBeDefined(),
  )

  test('are none in a language that nobody here knows', () => {
    expect(highlight('a', 'klingon')).toBeUndefined()
    expect(highlight('a', 'constructor')).toBeUndefined()
    expect(highlight('a', '__proto__')).toBeUndefined()
  })

  test('are the whole code and nothing else, with languages in languages too', () => {
    const pieces = [
      '<script>',
      'let a = `$',
      '{b}`',
      '</script>',
      '/*',
      '*/',
      '"',
      "'",
      '```js',
      '\n',
      '#',
      '{',
      '}',
      '&lt;',
      '中',
    ]
    const code = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((all) => all.join(''))
    fc.assert(
      fc.property(
        code,
        fc.constantFrom('html', 'ts', 'md', 'php', 'bash', 'css'),
        (text, language) => {
          expect(plain(highlight(text, language) ?? [])).toBe(text)
        },
      ),
    )
  })
})
