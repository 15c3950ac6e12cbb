/** The codes in a text that `showHidden` gave, each once, in order. */
export function codesIn(shown: string): readonly string[] {
  return [...new Set(shown.match(/⟨U\+[0-9A-F]{4,6}⟩/gu) ?? [])]
}
