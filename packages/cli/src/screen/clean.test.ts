import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, createCleaner } from './clean.ts'

describe('cleanText', () => {
  it.each([
    ['colours', 'a\u001b[1;31mb\u001b[0mc', 'abc'],
    ['cursor moves and erasing', 'safe\u001b[2K\u001b[1Aevil', 'safeevil'],
    ['the window title', 'a\u001b]0;owned\u0007b', 'ab'],
    ['the clipboard (OSC 52)', 'a\u001b]52;c;aGk=\u001b\\b', 'ab'],
    ['hyperlinks (OSC 8)', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['eight-bit sequences', 'a\u009b31mb\u009d0;t\u009cc', 'abc'],
    ['device control strings', 'a\u001bPq#0\u001b\\b', 'ab'],
    ['a full reset and character sets', 'a\u001bcb\u001b(0c', 'abc'],
    ['the end of a bracketed paste', 'a\u001b[201~rm -rf', 'arm -rf'],
    ['carriage returns and backspaces that overwrite', 'rm\r\b\bls', 'rmls'],
    ['NUL and DEL', 'a\u0000\u007fb', 'ab'],
  ])('removes %s', (_what, input, expected) => {
    expect(cleanText(input)).toBe(expected)
  })

  it('keeps tab, newline and every letter', () => {
    const text = 'Ünïcödé\t文字\n👩‍👩‍👧 e\u0301'
    expect(cleanText(text)).toBe(text)
  })

  it('makes characters that turn or hide text visible', () => {
    expect(cleanText('a\u202eb\u2066c\u200fd')).toBe('a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d')
    expect(cleanText('pdf\u200b')).toBe('pdf⟨U+200B⟩')
    expect(cleanText('x\u{e0041}')).toBe('x⟨U+E0041⟩')
  })

  it('loses only the introducer of a sequence that never ends', () => {
    expect(cleanText('\u001b]0;the rest\nof the answer')).toBe('0;the rest\nof the answer')
    expect(cleanText('\u001b[31')).toBe('31')
  })

  it('leaves nothing that a terminal obeys, and cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = cleanText(text)
        expect(once).not.toMatch(/[^\P{Cc}\t\n]|[\u202a-\u202e]/u)
        expect(cleanText(once)).toBe(once)
      }),
    )
  })

  it('takes linear time on text made to be slow', () => {
    const text = '\u001b]'.repeat(200_000) + '\u009d'.repeat(200_000) + '\u001b['.repeat(200_000)
    expect(cleanText(text)).toBe('')
  })
})

describe('createCleaner', () => {
  it('gives for any pieces what the whole text gives', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 8 }), (chunks) => {
        const cleaner = createCleaner()
        const pieces = chunks.map((chunk) => cleaner.push(chunk)).join('') + cleaner.end()
        expect(pieces).toBe(cleanText(chunks.join('')))
      }),
      { numRuns: 500 },
    )
  })

  it('shows plain text at once', () => {
    expect(createCleaner().push('hello')).toBe('hello')
  })
})

it('cleanLine keeps a description on one line', () => {
  expect(cleanLine(' a\n\n b\u001b[2J\tc ')).toBe('a b c')
})

const alphabet =
  '\u001b [ ] P 3 ; m \\ \u0007 \n \r ( x \u009b \u009d \u009c \u0090 \u202e 文 \ud83d \udc69 \u{e0041}'.split(
    ' ',
  )

const hostile = fc
  .array(fc.constantFrom(' ', ...alphabet), { maxLength: 12 })
  .map((parts) => parts.join(''))
