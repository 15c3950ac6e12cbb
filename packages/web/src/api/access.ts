/**
 * The page is public and empty. It exchanges the code of its address, once, for a cookie and a key
 * that it keeps in the storage of its origin and sends in a header: a cookie alone would reach
 * other ports of the same host too.
 */
const storageKey = 'skillet-key'

/** The key of this origin; undefined where none was given yet. */
export function storedKey(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined
}

/** Keeps the key for this and later pages of the origin. */
export function storeKey(key: string): void {
  localStorage.setItem(storageKey, key)
}

/** Takes the code out of the address, so that it stays in no history and no screenshot. */
export function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
