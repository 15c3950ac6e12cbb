import type { Language } from '@skillet/core'

/**
 * The language that the environment asks for: the first of the three that says anything decides, as
 * POSIX has it. Undefined where none does, or where it is one that Skillet does not speak.
 *
 * @example
 * languageOf({ LANG: 'zh_CN.UTF-8' }) // 'zh'
 */
export function languageOf(
  environment: Readonly<Record<string, string | undefined>>,
): Language | undefined {
  const said = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  const [code = ''] = said.toLowerCase().split(/[_.@-]/u)
  return code === 'zh' || code === 'en' ? code : undefined
}
