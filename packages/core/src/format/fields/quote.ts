/** A text as a double-quoted YAML scalar on one line. JSON's strings are such scalars. */
export function quoted(text: string): string {
  return JSON.stringify(text)
}
