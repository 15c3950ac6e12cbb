/** Signs that no system's file names may have, and controls. */
const unfit = /[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu

/** A file name of a conversation's title. */
export function exportName(title: string, format: 'markdown' | 'json'): string {
  const name = title.replace(unfit, ' ').trim().replace(/^\.+/u, '').slice(0, 80).trim()
  return `${name === '' ? 'conversation' : name}.${format === 'markdown' ? 'md' : 'json'}`
}
