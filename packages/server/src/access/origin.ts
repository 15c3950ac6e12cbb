/** What a browser says of where a request comes from; other programs say nothing of it. */
export interface RequestOrigin {
  readonly host: string
  readonly origin: string | undefined
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined
}

/**
 * `own`: by our page, or no browser. `allowed`: by a page that `--allow-origin` names. `foreign`: by
 * any other. Other ports of this computer count as the same site, and are foreign all the same.
 */
export function originOf(
  { host, origin, site }: RequestOrigin,
  allowed: readonly string[],
): 'own' | 'allowed' | 'foreign' {
  if (origin !== undefined && allowed.includes(origin)) return 'allowed'
  if (origin !== undefined && origin !== `http://${host}`) return 'foreign'
  return site === undefined || site === 'same-origin' ? 'own' : 'foreign'
}
