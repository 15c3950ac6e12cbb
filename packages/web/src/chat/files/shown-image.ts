/** Kinds of images that are shown; everything else, SVG too, is only offered for download. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Whether a file is an image that the page may show: by its kind, and only out of Skillet's store. */
export function isShownImage(mediaType: string, url: string): boolean {
  return shown.has(mediaType.toLowerCase()) && isOwn(url)
}

/** Whether an address is one of Skillet's own files: nothing else is ever asked for. */
export function isOwn(url: string): boolean {
  return url.startsWith('/api/') && !url.includes('..') && !url.includes('\\')
}
