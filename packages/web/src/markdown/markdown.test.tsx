import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import parse from 'react-markdown'
import { describe, expect, test } from 'vitest'
import { components } from './components.tsx'
import { Markdown } from './markdown.tsx'
import { plugins } from './plugins.ts'

const html = (text: string, streaming = false) =>
  renderToStaticMarkup(<Markdown text={text} streaming={streaming} />).replace(
    /^<div class="markdown">(.*)<\/div>$/s,
    '$1',
  )

describe('headings of foreign text', () => {
  test('begin at level 4, below those of the page', () => {
    expect(html('# a\n## b\n### c\n###### d')).toBe('<h4>a</h4><h5>b</h5><h6>c</h6><h6>d</h6>')
  })
})

describe('links', () => {
  test('show their host, whatever their text says', () => {
    expect(html('[bank.com](https://evil.example/x)')).toContain('(evil.example)')
    expect(html('[x](https://bank.com@evil.example/)')).toContain('(evil.example)')
    expect(html('[bank](https://bаnk.com/)')).toContain('(xn--bnk-6cd.com)')
  })

  test('do not say it twice', () => {
    expect(html('<https://example.org/a>')).not.toContain('link-host')
    expect(html('see https://example.org/a.')).not.toContain('link-host')
    expect(html('[https://example.org](https://evil.example/)')).toContain('(evil.example)')
  })

  test('open in a new tab that learns nothing of this one', () => {
    expect(html('[a](https://b.example/)')).toContain(
      '<a href="https://b.example/" target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">',
    )
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '//evil.example/x',
    '/api/conversations',
    'src/fence.ts',
  ])('to %s are text with the address beside it', (address) => {
    const out = html(`[words](${address})`)
    expect(out).not.toContain('<a')
    expect(out).toContain(`words <code>${address}</code>`)
  })
})

describe('images', () => {
  test('are not loaded: their place and address are said', () => {
    const out = html('![a cat](https://evil.example/p.png?secret=1)')
    expect(out).not.toContain('<img')
    expect(out).toContain('Image not loaded: evil.example · a cat')
    expect(out).toContain('<code class="block">https://evil.example/p.png?secret=1</code>')
  })

  test('that are a long text are cut, and it is said how long they are', () => {
    const out = html(`![](data:image/png;base64,${'A'.repeat(5_000)})`)
    expect(out).toContain('Image not loaded: data:')
    expect(out).toContain('… (5,022 characters)')
    expect(out.length).toBeLessThan(2_000)
  })
})

describe('raw HTML', () => {
  test('is text, as a block and inside a sentence', () => {
    expect(html('<script>alert(1)</script>')).toBe(
      '<p class="raw-html">&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    )
    expect(html('a <img src=x onerror=alert(1)> b')).toBe(
      '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>',
    )
    expect(html('> <b>\n\n- <i>')).toContain('<p class="raw-html">&lt;b&gt;</p>')
  })

  test('makes no element of its own, whatever is written', () => {
    const marks = [
      '<',
      '>',
      'script',
      ' onload=',
      'svg',
      '"',
      "'",
      '/',
      'style',
      '[a](',
      ')',
      '`',
      '\n',
      '!',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 30 }), (parts) => {
        expect(html(parts.join(''))).not.toMatch(
          /<(?:script|style|iframe|object|embed|img)|<\w[^>]*\son\w+=/i,
        )
      }),
    )
  })
})

describe('code', () => {
  test('has its language, Copy and a switch for wrapping', () => {
    const out = html('```ts\nlet a = 1\n```')
    expect(out).toContain('>ts</span>')
    expect(out).toContain('aria-label="Copy the code"')
    expect(out).toContain('aria-label="Wrap long lines" aria-pressed="false"')
    expect(out).toContain('<code>let a = 1</code>')
  })

  test('over 40 lines is folded', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)
    const long = html(`\`\`\`\n${lines(41).join('\n')}\n\`\`\``)
    expect(long).toContain('line 40')
    expect(long).not.toContain('line 41')
    expect(long).toContain('Show all 41 lines')
    expect(html(`\`\`\`\n${lines(40).join('\n')}\n\`\`\``)).not.toContain('Show all')
  })
})

describe('code that is a block of its own', () => {
  const line = fc.constantFrom(
    '',
    ' ',
    'a',
    '  b',
    '\tc',
    '```',
    '````',
    '~~~',
    '   ```',
    '# d',
    '> e',
  )
  const name = fc.constantFrom('', 'ts', 'c++', 'objective-c', 'ts title="x"', '&amp;', 'a`b')

  test('is what the parser reads, though it is not asked', () => {
    fc.assert(
      fc.property(fc.constantFrom('```', '~~~~'), name, fc.array(line), (fence, info, lines) => {
        const text = [`${fence}${info}`, ...lines].join('\n')
        const whole = renderToStaticMarkup(parse({ children: text, components, ...plugins(0) }))
        expect(seen(html(text))).toBe(seen(whole))
      }),
      { numRuns: 300 },
    )
  })
})

describe('lists and tables', () => {
  test('of tasks say in words what is done', () => {
    const out = html('- [x] a\n- [ ] b')
    expect(out).toContain('<span class="sr-only">Done</span>')
    expect(out).toContain('<span class="sr-only">Not done</span>')
    expect(out).not.toContain('<input')
  })

  test('keep their numbers and the sides of their columns', () => {
    expect(html('3. a')).toContain('<ol start="3">')
    expect(html('|a|\n|-:|\n|1|')).toContain('<th style="text-align:right">a</th>')
  })
})

describe('blocks', () => {
  test('know what is defined in other blocks', () => {
    const out = html('see [b] and c[^d]\n\n# h\n\n[b]: https://x.example/\n\n[^d]: the note')
    expect(out).toContain('<a href="https://x.example/"')
    expect(out).toContain('c<sup>d</sup></p>')
    expect(out).toContain('<p><sup>d</sup> the note</p>')
    expect(out.match(/the note/g)).toHaveLength(1)
  })

  test('show together what the whole text shows', () => {
    fc.assert(
      fc.property(passages, (parts) => {
        const text = parts.join('\n\n')
        const whole = renderToStaticMarkup(parse({ children: text, components, ...plugins(0) }))
        expect(seen(html(text))).toBe(seen(whole))
      }),
    )
  })

  test.each([
    ['3,000 quotes in one another', '>'.repeat(3_000)],
    [
      '400 items in one another',
      Array.from({ length: 400 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n'),
    ],
    ['1,000 items on one line', `${'- '.repeat(1_000)}a`],
    ['images in images', `${'!['.repeat(20_000)}${'](a)'.repeat(5_000)}`],
    ['brackets that nothing opens', 'a]'.repeat(30_000)],
    ['signs of emphasis without end', '*_'.repeat(30_000)],
    ['strokes without end', '~a'.repeat(15_000) + 'b~'.repeat(15_000)],
    [
      'a table that fills ten million cells',
      `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n${'|\n'.repeat(10_000)}`,
    ],
    ['more than 64 KB in one block', 'word '.repeat(14_000)],
  ])('beyond the limits are plain text at once: %s', (_, text) => {
    const began = performance.now()
    const out = html(`before\n\n${text}\n\n# after`)
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(out).toContain('Shown as plain text')
    expect(out).toMatch(/^<p>before<\/p>/)
    expect(out).toMatch(/<h4>after<\/h4>$/)
  })

  test('of ordinary size never are', () => {
    const answer = 'A **bold** word, `code`, [a link](https://x.example) and [ ] brackets.\n\n'
    expect(html(`${answer.repeat(200)}- ${'a\n- '.repeat(500)}`)).not.toContain('plain text')
  })
})

describe('while the text grows', () => {
  test('half a mark is completed, only in the last block', () => {
    expect(html('a **b', true)).toBe('<p>a <strong>b</strong></p>')
    expect(html('a **b')).toBe('<p>a **b</p>')
    expect(html('a **b\n\nnext `c', true)).toBe('<p>a **b</p><p>next <code>c</code></p>')
  })

  test('half a link is its text, half a fence is code', () => {
    expect(html('see [the page](https://x.exa', true)).toBe('<p>see the page</p>')
    expect(html('```js\nlet a', true)).toContain('<code>let a</code>')
  })
})

/** Without line breaks between blocks, and without ids, which follow from places in the page. */
const seen = (out: string) => out.replace(/\n(?=<)/g, '').replace(/ id="[^"]*"/g, '')

const passages = fc.array(
  fc.constantFrom(
    'text',
    '# Head',
    '- a\n- b',
    '- a\n\n  more\n- b',
    '1. a\n   ```js\n   x\n\n   y\n   ```\n2. b',
    '```\na\n\nb\n```',
    '> q\nlazy',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '    indented\n\n    code\n\nend',
    '***',
    'Head\n====',
    '<div>\nx\n</div>',
    '<!-- a\n\nb -->',
    'a\\\nb',
    '- [ ] t',
    '* x',
    '2) y',
  ),
  { maxLength: 6 },
)
