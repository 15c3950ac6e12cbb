import { describe, expect, test } from 'vitest'
import { parseHead, parseSkill } from './index.ts'
import { describeDiagnostic, readText } from './testing/read-text.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const location = '/skills/win/SKILL.md'
const plain = '---\nname: win\ndescription: Saved on Windows\n---\nBody\n'

describe('line ends', () => {
  const expected = { name: 'win', description: 'Saved on Windows', body: 'Body', diagnostics: [] }

  test.each([
    ['bug 10 CRLF: everywhere', plain.replaceAll('\n', '\r\n')],
    ['bug 10 CRLF: in the fences alone', plain.replaceAll('---\n', '---\r\n')],
    ['bug 10 CRLF: lone CR', plain.replaceAll('\n', '\r')],
    ['LF', plain],
  ])('%s', (_, text) => {
    expect(readText(text, { location })).toMatchObject(expected)
    expect(readText(encode(text), { location })).toMatchObject(expected)
  })

  test('bug 10 CRLF: no value of any kind holds a carriage return', () => {
    const text =
      '---\nname: a\ndescription: |\n  one\n  two\nmetadata:\n  k: v\nlist:\n  - x\nq: "a\n  b"\n---\nOne\nTwo\n'
    const parsed = parseSkill(text.replaceAll('\n', '\r\n'), { location: '/s/a/SKILL.md' })
    expect(parsed).toEqual(parseSkill(text, { location: '/s/a/SKILL.md' }))
    expect(JSON.stringify(parsed)).not.toContain('\\r')
  })
})

describe('marks', () => {
  test.each(['', ' ', '\n', ' \n\t', ' \n  \n\t '])(
    'a body of blanks alone (%j) is empty',
    (blanks) => {
      const text = `---\nname: win\ndescription: d\n---\n${blanks}`
      expect(readText(text, { location }).body).toBe('')
    },
  )

  test.each([
    ['SKILL.md', '', ''],
    ['/SKILL.md', '/', ''],
    ['C:\\SKILL.md', 'C:\\', 'C:'],
  ])('a file at the top (%s) has the folder that is there', (path, directory) => {
    const { skill } = parseSkill('---\nname: x\ndescription: d\n---\n', { location: path })
    expect(skill).toMatchObject({ name: 'x', directory, location: path })
  })

  test('bug 11 BOM: exactly one is dropped, and one in the body is left alone', () => {
    const text = '\ufeff---\nname: win\ndescription: Has a mark\n---\nBo\ufeffdy\n'
    const expected = { name: 'win', description: 'Has a mark', body: 'Bo\ufeffdy', diagnostics: [] }
    expect(readText(text, { location })).toMatchObject(expected)
    expect(readText(encode(text), { location })).toMatchObject(expected)
  })

  test('bug 11 BOM: a second one is text, so the first line is no fence', () => {
    const { diagnostics } = readText(`\ufeff\ufeff${plain}`, { location })
    expect(diagnostics[0]).toMatch(/^error fence\/missing 1:1/)
  })

  test.each(['utf-16le', 'utf-16be'] as const)('%s with its mark is decoded, and said', (form) => {
    const units = Buffer.from(`\ufeff${plain}`, 'utf16le')
    const bytes = form === 'utf-16le' ? units : units.swap16()
    const { description, body, diagnostics } = readText(bytes, { location })
    expect({ description, body }).toEqual({ description: 'Saved on Windows', body: 'Body' })
    expect(diagnostics).toEqual(['warning bytes/utf-16 1:1'])
  })
})

describe('bad bytes', () => {
  test('in the frontmatter: invalid, with the offset', () => {
    const bytes = Buffer.concat([encode('---\nname: a'), Buffer.of(0xff), encode('\n---\n')])
    const { skill, diagnostics } = parseSkill(bytes, { location })
    expect(skill).toBeUndefined()
    expect(diagnostics.map(describeDiagnostic)).toEqual(['error bytes/invalid-utf8 2:8'])
    expect(diagnostics[0]?.message).toContain('offset 11')
  })

  test('U+FFFD that was typed is text', () => {
    const { description, diagnostics } = readText(plain.replace('Windows', '\ufffd'), { location })
    expect(description).toContain('\ufffd')
    expect(diagnostics).toEqual([])
  })

  test('a NUL in the frontmatter: invalid, with the offset', () => {
    const { skill, diagnostics } = parseSkill(encode('---\nname: a\0b\n---\n'), { location })
    expect(skill).toBeUndefined()
    expect(diagnostics.map(describeDiagnostic)).toEqual(['error bytes/nul 2:8'])
    expect(diagnostics[0]?.message).toContain('offset 11')
  })

  test('in the body: U+FFFD and a warning, and the head knows nothing of it', () => {
    const bytes = Buffer.concat([encode(plain), Buffer.of(0xc3, 0x28)])
    const parsed = parseSkill(bytes, { location })
    expect(parsed.skill?.name).toBe('win')
    expect(parsed.body).toBe('Body\n\ufffd(')
    expect(parsed.diagnostics.map(describeDiagnostic)).toEqual(['warning bytes/invalid-utf8 6:1'])
    const head = parseHead(bytes, { location, complete: true })
    expect(head).toMatchObject({ kind: 'skill', diagnostics: [] })
  })
})

describe('half of a surrogate pair is no character', () => {
  const message = 'The text holds half of a surrogate pair, which is no character'
  const forms: readonly (readonly [string, (text: string) => Uint8Array | string])[] = [
    ['in a text', (text) => text],
    ['in UTF-16LE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['in UTF-16BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ]

  test.each(forms)('%s: invalid in the frontmatter, with its place', (_, form) => {
    const input = form('---\nname: win\ndescription: a\ud83db\n---\n')
    const { skill, diagnostics } = parseSkill(input, { location })
    expect(skill).toBeUndefined()
    expect(diagnostics.map(describeDiagnostic)).toContain('error bytes/invalid-utf8 3:15')
    expect(diagnostics.map((one) => one.message)).toContain(`${message}.`)
  })

  test.each(forms)('%s: U+FFFD in the body, with a warning', (_, form) => {
    const input = form('---\nname: win\ndescription: a\n---\nx\udc00y 😀')
    const { body, diagnostics } = parseSkill(input, { location })
    expect(body).toBe('x\ufffdy 😀')
    expect(diagnostics.map(describeDiagnostic)).toContain('warning bytes/invalid-utf8 5:2')
  })

  test('a UTF-16 file that ends inside a unit', () => {
    const text = '\ufeff---\nname: win\ndescription: a\n---\nx'
    const bytes = Buffer.concat([Buffer.from(text, 'utf16le'), Buffer.of(0x41)])
    const { body, diagnostics } = parseSkill(bytes, { location })
    expect(body).toBe('x\ufffd')
    expect(diagnostics.map(({ code }) => code)).toEqual(['bytes/utf-16', 'bytes/invalid-utf8'])
  })
})

describe('limits', () => {
  test('a file over 1 MiB: size and limit', () => {
    const { skill, diagnostics } = parseSkill(plain + 'x'.repeat(1_048_576), { location })
    expect(skill).toBeUndefined()
    expect(diagnostics.map(({ code, message }) => ({ code, message }))).toEqual([
      {
        code: 'bytes/too-large',
        message: `The file has ${1_048_576 + plain.length} bytes; the limit is 1048576.`,
      },
    ])
  })

  test('a head of a file over 1 MiB, where the reader says its size', () => {
    const head = parseHead(encode(plain), { location, complete: false, size: 2_000_000 })
    expect(head.kind).toBe('invalid')
  })

  test('a frontmatter over 16 KiB: size and limit, 16 KiB itself is fine', () => {
    const fill = (size: number) => {
      const start = 'description: '
      return `---\n${start}${'x'.repeat(size - start.length - 1)}\n---\n`
    }
    expect(parseSkill(fill(16_384), { location }).skill).toBeDefined()
    const { skill, diagnostics } = parseSkill(fill(16_385), { location })
    expect(skill).toBeUndefined()
    expect(diagnostics[0]?.message).toBe('The frontmatter has 16385 bytes; the limit is 16384.')
  })

  test('a frontmatter that does not end within 16 KiB: the same code from head and whole', () => {
    const text = `---\nname: a\n${'word '.repeat(4000)}`
    const [error] = parseSkill(text, { location }).diagnostics
    expect(error?.code).toBe('bytes/too-large')
    const head = parseHead(encode(text), { location, complete: false })
    expect(head).toMatchObject({ kind: 'invalid', diagnostics: [{ code: 'bytes/too-large' }] })
  })
})

describe('head', () => {
  const whole = encode(`<!-- a\nb -->\n\n${plain}${'More text. '.repeat(50)}`)
  const complete = parseSkill(whole, { location })

  test('says what the whole file says, or asks for more, at every length', () => {
    for (let length = 0; length < whole.length; length++) {
      const head = parseHead(whole.subarray(0, length), { location, complete: false })
      if (head.kind === 'incomplete') continue
      expect(head).toEqual({
        kind: 'skill',
        skill: complete.skill,
        diagnostics: complete.diagnostics,
      })
    }
  })

  test('asks for more while the fence is open, and not once it is closed', () => {
    const end = plain.indexOf('Body')
    const at = (length: number) =>
      parseHead(encode(plain).subarray(0, length), { location, complete: false }).kind
    expect([2, 3, 20, end - 2].map(at)).toEqual(Array(4).fill('incomplete'))
    expect(at(end)).toBe('skill')
  })

  test('of UTF-16 that is cut inside a character', () => {
    const bytes = Buffer.from(`\ufeff${plain}`, 'utf16le')
    for (const length of [1, 2, 3, 21, bytes.length - 1]) {
      const head = parseHead(bytes.subarray(0, length), { location, complete: false })
      expect(['incomplete', 'skill']).toContain(head.kind)
    }
  })
})

describe('body', () => {
  test.each([
    [
      'blank lines at both ends go, indentation and inner ones stay',
      '\n \n  a\n\n b \n\t\n',
      '  a\n\n b ',
    ],
    ['nothing', '', ''],
    ['blanks alone', '  \n\t\n', ''],
    ['no final newline', 'a', 'a'],
  ])('%s', (_, body, expected) => {
    expect(readText(`---\nname: win\ndescription: d\n---\n${body}`, { location }).body).toBe(
      expected,
    )
  })
})

describe('the record', () => {
  const { skill } = parseSkill(
    '---\ndescription: d\nmetadata: {a: {b: [1]}}\nx: {y: [{z: 1}]}\narguments: [{name: n}]\ntools: [Read]\nhooks: {preExecute: p}\n---\n',
    { location: '/r/s/SKILL.md', source: { scope: 'user', client: 'skillet', root: '/r' } },
  )

  test('is deeply frozen', () => {
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      expect(Object.isFrozen(value)).toBe(true)
      for (const inner of Object.values(value)) check(inner)
    }
    expect(skill).toBeDefined()
    check(skill)
  })

  test('spreads and prints as JSON whole', () => {
    expect({ ...skill }).toEqual(skill)
    expect(JSON.parse(JSON.stringify(skill))).toMatchObject({
      name: 's',
      metadata: { a: '{"b":[1]}' },
      extra: { x: { y: [{ z: 1 }] } },
      hooks: { preExecute: 'p' },
    })
  })

  test('bug 9 parser cache: the same bad text gives the same error each time', () => {
    const parse = () => parseSkill('---\nname: [x\n---\nbody', { location })
    expect(parse()).toEqual(parse())
    expect(parse().diagnostics.map(describeDiagnostic)).toContain('error description/missing 2:1')
  })
})
