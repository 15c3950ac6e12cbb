import type { Language } from '@skillet/core'
import type { World } from '../types.ts'

/** Of the page: the setting, else the first that the browser names and Skillet speaks, else the system's. */
export function languageFor(
  { settings, language }: Pick<World, 'settings' | 'language'>,
  accepted: string | undefined,
): Language {
  return settings.read().user.language ?? spoken(accepted) ?? language()
}

function spoken(accepted = ''): Language | undefined {
  const wanted = accepted.split(',').flatMap((one) => {
    const [tag = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((part) => part.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    const [code] = tag.split('-')
    return (code === 'en' || code === 'zh') && weight > 0 ? [{ code, weight } as const] : []
  })
  // Stable: of equal ones the first.
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.code
}
