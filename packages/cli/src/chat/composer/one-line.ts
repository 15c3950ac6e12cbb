/** Each line break, with the blanks around it, becomes one blank; other blanks stay. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, (run) => (/[\r\n]/u.test(run) ? ' ' : run))
}
