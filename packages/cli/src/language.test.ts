import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
  [{ LANG: 'zh' }, 'zh'],
  [{ LANG: 'ZH-Hans' }, 'zh'],
  [{ LC_MESSAGES: 'zh_TW.UTF-8', LANG: 'en_US.UTF-8' }, 'zh'],
  [{ LC_ALL: 'en_GB', LC_MESSAGES: 'zh_TW', LANG: 'zh_CN' }, 'en'],
  [{ LC_ALL: '', LANG: 'zh_CN' }, 'zh'],
  [{ LC_ALL: 'C', LANG: 'zh_CN' }, undefined],
  [{ LANG: 'zhuang' }, undefined],
  [{ LANG: 'de_DE@euro' }, undefined],
  [{}, undefined],
])('%j asks for %s', (environment, expected) => {
  expect(languageOf(environment)).toBe(expected)
})
