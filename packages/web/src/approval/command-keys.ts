/** `Ctrl+J`, or `⌘J` on a Mac. */
export function commandKeys(key: string): string {
  const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/iu.test(navigator.platform)
  return isMac ? `⌘${key}` : `Ctrl+${key}`
}
