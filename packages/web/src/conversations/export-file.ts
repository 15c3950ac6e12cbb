import { exportConversation } from '../api/index.ts'

/** Signs that no system's file names may have, and controls. */
const unfit = /[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu

/** A file name of a conversation's title. */
export function exportName(title: string, format: 'markdown' | 'json'): string {
  const name = title.replace(unfit, ' ').trim().replace(/^\.+/u, '').slice(0, 80).trim()
  return `${name === '' ? 'conversation' : name}.${format === 'markdown' ? 'md' : 'json'}`
}

/** Hands a conversation to the browser as a file. Rejects with a `Problem`. */
export async function saveExport(
  id: string,
  title: string,
  format: 'markdown' | 'json',
): Promise<void> {
  const url = URL.createObjectURL(await exportConversation(id, format))
  const link = document.createElement('a')
  link.href = url
  link.download = exportName(title, format)
  link.click()
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
