import { describe, expect, test } from 'vitest'
import { formatFor } from './format.ts'
import { asLanguage } from './language.tsx'

describe('English and Chinese', () => {
  const [en, zh] = [formatFor('en'), formatFor('zh')]

  test('write numbers, and show estimates as such', () => {
    expect(en.number(12345)).toBe('12,345')
    expect(en.estimate(2140)).toBe('≈ 2,140')
    expect(zh.estimate(2140)).toBe('≈ 2,140')
  })

  test.each([
    [0, '0s', '0秒'],
    [420, '0.4s', '0.4秒'],
    [9_949, '9.9s', '9.9秒'],
    [9_951, '10s', '10秒'],
    [59_600, '1m 0s', '1分钟 0秒'],
    [125_000, '2m 5s', '2分钟 5秒'],
    [3_725_000, '1h 2m', '1小时 2分钟'],
  ])('write %d ms as a duration', (milliseconds, english, chinese) => {
    expect(en.duration(milliseconds)).toBe(english)
    expect(zh.duration(milliseconds)).toBe(chinese)
  })

  test.each([
    [0, '0 B'],
    [1_023, '1,023 B'],
    [1_024, '1 KiB'],
    [1_536, '1.5 KiB'],
    [10 * 1_024 * 1_024, '10 MiB'],
    [5_000 * 1_024 ** 3, '5,000 GiB'],
  ])('write %d bytes', (count, written) => {
    expect(en.bytes(count)).toBe(written)
  })

  test('write lists and days', () => {
    const at = new Date(2026, 11, 1, 14, 2).getTime()
    expect(en.list(['read', 'grep', 'bash'])).toBe('read, grep and bash')
    expect(zh.list(['read', 'grep', 'bash'])).toBe('read、grep和bash')
    expect(en.time(at)).toBe('14:02')
    expect(en.day(at)).toBe('1 Dec 2026')
    expect(zh.day(at)).toBe('2026年12月1日')
  })
})

test.each([
  ['zh', 'zh'],
  ['zh-Hans-CN', 'zh'],
  ['en-GB', 'en'],
  ['de', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%s names the language %s', (tag, language) => {
  expect(asLanguage(tag)).toBe(language)
})
