/** Where a link leads, as far as people need to know before they follow it. */
export interface Address {
  readonly href: string
  /** Host and port, as the browser will ask for it; names in other scripts in their ASCII form. */
  readonly host: string
  /** Whether it carries a query or a name, by which text from here could leave unseen. */
  readonly carries: boolean
}

/** Reads an address that a link may have: http, https or mailto, whole. */
export function readAddress(href: string): Address | undefined {
  const url = URL.parse(href)
  if (url === null) return undefined
  if (url.protocol === 'mailto:')
    return { href: url.href, host: decode(url.pathname), carries: url.search !== '' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  const carries = url.search !== '' || url.username !== '' || url.password !== ''
  return { href: url.href, host: url.host, carries }
}

/** Whether a link's text already says where it leads, as the text of a bare address does. */
export function saysHost(text: string, { host }: Address): boolean {
  const said = text.trim()
  if (said === host) return true
  const asWritten = URL.parse(said) ?? (/\s/.test(said) ? null : URL.parse(`https://${said}`))
  return asWritten?.host === host && said.includes(host)
}

/** What to call the place of an image: its host, or the kind of address it has. */
export function placeOf(src: string): string {
  const url = URL.parse(src)
  return url === null ? src : url.host === '' ? url.protocol : url.host
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
