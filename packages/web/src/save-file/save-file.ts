import { dropHidden } from '../hidden-codes/index.ts'

/** The address is let go a while later: some browsers read it after the click. */
const readMs = 60_000

/**
 * Hands a file to the browser, which saves it. It is never opened: the blob has no kind that a
 * browser would show.
 */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = dropHidden(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readMs)
}
