import fc from 'fast-check'
import parse from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { cutBlocks } from './blocks.ts'
import { beyond } from './limits.ts'
import type { Piece } from './tree.ts'

const texts = (markdown: string) => cutBlocks(markdown).blocks.map(({ text }) => text)

describe('a text is cut', () => {
  test('between paragraphs, headings, code and quotes', () => {
    expect(texts('# Head\ntext\nmore\n\nnext\n```js\n\ncode\n```\nafter\n> quote\nlazy\n')).toEqual(
      [
        '# Head\n',
        'text\nmore\n\n',
        'next\n',
        '```js\n\ncode\n```\n',
        'after\n',
        '> quote\nlazy\n',
      ],
    )
  })

  test('not inside a list, with blank lines and code between its items', () => {
    const list = '1. one\n\n   ```sh\n   a\n\n   b\n   ```\n\n2. two\n   - inner\n\n     more\n'
    expect(texts(`${list}\nafter`)).toEqual([`${list}\n`, 'after'])
  })

  test('where a fence that is indented less than its item ends the list', () => {
    expect(texts('1. one\n  ```sh\n\ncode\n  ```\n')).toEqual([
      '1. one\n',
      '  ```sh\n\ncode\n  ```\n',
    ])
  })

  test('not inside code that looks like anything else', () => {
    const code = '~~~~md\n# no\n\n```\n- no\n~~~\n\n~~~~\n'
    expect(texts(`${code}# yes`)).toEqual([code, '# yes'])
  })

  test('where code that is indented ends a table, and not inside the text behind it', () => {
    expect(texts('head\n:-:\n    - inner\ntext\n3) three')).toEqual([
      'head\n:-:\n',
      '    - inner\n',
      'text\n3) three',
    ])
  })

  test('not before the end of raw HTML', () => {
    expect(texts('<!-- a\n\n# b\n-->\n# c')).toEqual(['<!-- a\n\n# b\n-->\n', '# c'])
  })

  test('with its lines ended by CRLF too', () => {
    expect(texts('a\r\n\r\n```\r\n\r\n```\r\nb')).toEqual(['a\r\n\r\n', '```\r\n\r\n```\r\n', 'b'])
  })

  test('into all of it, in order', () => {
    fc.assert(
      fc.property(fc.oneof(documents, fc.string({ unit: 'binary' })), (markdown) => {
        expect(texts(markdown).join('')).toBe(markdown.trim() === '' ? '' : markdown)
      }),
    )
  })

  test('only where the parser begins a node of the root', () => {
    fc.assert(
      fc.property(documents, (markdown) => {
        fc.pre(!listAfterIndentedCode.test(markdown))
        const starts = rootStarts(markdown)
        let line = 1
        for (const block of texts(markdown)) {
          const blank = /^(?:[ \t]*\n)*/.exec(block)?.[0].split('\n').length ?? 1
          expect(starts).toContain(line + blank - 1)
          line += block.split('\n').length - 1
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the time it takes', () => {
  const many = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
  test.each([
    ' ',
    '\t',
    '>',
    '> ',
    '- ',
    '-\n',
    '`',
    '~',
    '\n',
    '\r',
    'a\n',
    '  a\n',
    '# a\n',
    '|',
    '|a',
    '|-',
    '-|\n',
    'a|b\n-|-\n',
    '<',
    '<a ',
    '<a b="',
    '<a b=c ',
    '<!-- ',
    '[',
    '[a',
    '[a]: b\n',
    '[^a]: ',
    '*',
    '***\n',
    '=\n',
    'a\n=',
    '1. ',
    '1.\n',
    '\\',
    ':',
    'word ',
  ])('is short for a long run of %j', (piece) => {
    const began = performance.now()
    // The second is within the limit of size, so that the other limits look at it too.
    for (const length of [200_000, 60_000])
      for (const block of cutBlocks(`a\n${many(piece, length)}x`).blocks) beyond(block)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('the depth of a block', () => {
  test('counts quotes and items that stand in one another', () => {
    expect(cutBlocks('> - a\n>   1. b\n').blocks[0]?.depth).toBe(3)
  })

  test('is known at once however deep it is', () => {
    const quotes = `${'>'.repeat(3_000)} a`
    const items = Array.from({ length: 400 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')
    expect(cutBlocks(quotes).blocks[0]?.depth).toBe(33)
    expect(cutBlocks(items).blocks[0]?.depth).toBe(33)
  })
})

describe('definitions', () => {
  test('of links and notes are known to every block', () => {
    const { definitions } = cutBlocks(
      'a [b] c[^d]\n\n[b]: http://x.org "t"\n\n[^d]: e\n\n- [f]: g\n',
    )
    expect(definitions).toEqual([
      { name: 'b', line: '[b]: http://x.org "t"' },
      { name: 'd', line: '' },
      { name: 'f', line: '[f]: g' },
    ])
  })

  test('are none inside code', () => {
    expect(cutBlocks('```\n[a]: b\n```\n').definitions).toEqual([])
  })
})

// The parser lets text go on with an item that stands straight after indented code, and takes the
// line after a lone tag for a new paragraph; CommonMark does neither, so both are left out here. So
// is `[x]` under an empty item, at which the parser's own assertions fail.
const listAfterIndentedCode = /^(?: {4}|\t).*\n\s*(?:[-+*]|\d+[.)])/m
const documents = fc
  .array(fc.constantFrom(...lines()), { maxLength: 12 })
  .map((chosen) => chosen.join('\n'))

function lines(): readonly string[] {
  return `text
more text



\x20\x20\x20\x20
  deep
    deeper
      deepest
\tTab
# Head
#no
## Head
---
===
***
- - -
- item
* item
+ item
-
  - inner
    - inner
1. one
2. two
3) three
   1. inner
10. ten
1.
- \`\`\`
1. \`\`\`js
\`\`\`
\`\`\`js
~~~
\`\`\`\`
  \`\`\`
   \`\`\`
    \`\`\`
-     code
> quote
>
> > two
> - item
> \`\`\`
> 1. a
  > in
- > in
> # h
- # h
<div>
</div>
<!-- c
c -->
<!-- c -->
<script>
<b>x</b>
<?php
?>
<!X
]]>
<![CDATA[
| a | b |
|---|---|
| 1 | 2 |
a | b
--|--
:-:
[ref]
  text
   text
\\- no
[^n]: note
[a]: b`.split('\n')
}

function rootStarts(markdown: string): readonly (number | undefined)[] {
  let starts: readonly (number | undefined)[] = []
  const look = () => (root: Piece) => {
    starts = root.children?.map(({ position }) => position?.start.line) ?? []
  }
  parse({ children: markdown, remarkPlugins: [remarkGfm, look] })
  return starts
}
