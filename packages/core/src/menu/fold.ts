/** Names are compared NFKC, in lower case, NFKC: `ＰＤＦ`, `PDF` and `pdf` are one. */
export function fold(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
  return text.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** A name as a person can type it: folded, blanks as hyphens. */
export function slug(name: string): string {
  return fold(name).trim().replace(/\s+/g, '-')
}
