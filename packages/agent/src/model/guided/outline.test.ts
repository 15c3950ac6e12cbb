import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printBlock, readOutline } from './outline.ts'

describe('readOutline', () => {
  test('headings, items, fenced blocks and paragraphs, in their order', () => {
    const text = [
      '# Release',
      '',
      'First some words.',
      '',
      '1. Look at the log',
      '2) Write `NOTES.md`',
      '',
      '```bash',
      'npm run build',
      '```',
      '### Done ###',
    ].join('\n')

    expect(readOutline(text)).toEqual([
      { kind: 'heading', text: '# Release' },
      { kind: 'prose', text: 'First some words.' },
      { kind: 'item', text: '1. Look at the log' },
      { kind: 'item', text: '2) Write `NOTES.md`' },
      { kind: 'code', language: 'bash', text: 'npm run build' },
      { kind: 'heading', text: '### Done ###' },
    ])
  })

  test('an item keeps its continuation, its indentation and its second paragraph', () => {
    expect(readOutline('- one\n  more\n\n  later\n  - nested\n\nprose')).toEqual([
      { kind: 'item', text: '- one\n  more\n\n  later' },
      { kind: 'item', text: '  - nested' },
      { kind: 'prose', text: 'prose' },
    ])
  })

  test('a fence inside an item loses the indentation of the item, and the item goes on below it', () => {
    expect(readOutline('1. Run\n   ```sh\n   a\n     b\n   ```\n   Then look.\n')).toEqual([
      { kind: 'item', text: '1. Run' },
      { kind: 'code', language: 'sh', text: 'a\n  b' },
      { kind: 'item', text: 'Then look.' },
    ])
    expect(
      readOutline('1. Run\n   ```sh\n   a\n   ```\n   Then look\n   at it.\n     a: b'),
    ).toEqual([
      { kind: 'item', text: '1. Run' },
      { kind: 'code', language: 'sh', text: 'a' },
      { kind: 'item', text: 'Then look\nat it.\n  a: b' },
    ])
    expect(readOutline('- ```sh\n  a\n  ```')).toEqual([
      { kind: 'code', language: 'sh', text: 'a' },
    ])
  })

  test('what looks like structure inside a fence is code', () => {
    expect(readOutline('~~~text\n# not a heading\n- not an item\n```\n~~~')).toEqual([
      { kind: 'code', language: 'text', text: '# not a heading\n- not an item\n```' },
    ])
  })

  test('an unclosed fence runs to the end', () => {
    expect(readOutline('```\na\n# b')).toEqual([{ kind: 'code', language: '', text: 'a\n# b' }])
  })

  test('an underlined heading; a rule is nothing; a hashtag is no heading', () => {
    expect(readOutline('Title\n=====\n\n---\n\n#tag')).toEqual([
      { kind: 'heading', text: '## Title' },
      { kind: 'prose', text: '#tag' },
    ])
  })

  test('bug 10 CRLF: lines end in any of the three ways', () => {
    const parts = ['# A', '- b', '- c']
    for (const end of ['\r\n', '\n', '\r']) {
      expect(readOutline(parts.join(end)).map(({ text }) => text)).toEqual(parts)
    }
  })

  test('law: no word is lost, whatever the text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '```',
        '~~~sh',
        '- ',
        '1. x',
        '# h',
        '---',
        '===',
        '',
        '   in',
        '> q',
        '* * *',
      ),
      fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')),
    )
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const blocks = readOutline(lines.join('\n'))
        const kept = words(blocks.map((block) => printBlock(block)).join('\n'))
        for (const word of words(lines.join('\n'))) expect(kept.join(' ')).toContain(word)
      }),
    )
  })
})

describe('printBlock', () => {
  test('code is printed in a fence that nothing inside can close', () => {
    const printed = printBlock({ kind: 'code', language: 'md', text: '````\nx\n````' })
    expect(printed).toBe('`````md\n````\nx\n````\n`````')
    expect(readOutline(printed)).toEqual([{ kind: 'code', language: 'md', text: '````\nx\n````' }])
  })
})
