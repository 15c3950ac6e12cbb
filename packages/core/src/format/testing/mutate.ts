/** Seeded mutations of frontmatter for tests: what people mistype, and what parsers trip over. */

/** A small generator (mulberry32): the same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const alphabet = [
  ': ',
  ':',
  ' :',
  ':\n',
  ' #',
  '#',
  '# ',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\t',
  ', ,',
  ',',
  ', ',
  '[',
  ']',
  '{',
  '}',
  '[]',
  '{}',
  '"',
  "'",
  '""',
  "''",
  '\\',
  '\\n',
  '\\"',
  '\\x',
  '- ',
  '-',
  '--',
  '---',
  '...',
  '? ',
  '?',
  '| ',
  '|',
  '>',
  '>-',
  '|-',
  '|+',
  '>2',
  '|\n',
  '>-\n',
  '&a ',
  '*a',
  '!',
  '!!str ',
  '!x ',
  '%',
  '@',
  '`',
  '~',
  'null',
  'true',
  '0x1f',
  '1.10',
  ' ',
  '  ',
  '    ',
  '\n',
  '\n\n',
  '\n ',
  '\n  ',
  '\n    ',
  '\n- ',
  '\n  - ',
  '\nkey: ',
  '\n# c\n',
  '\n  # c\n',
  ' \n',
  '\n\t',
  'a',
  'é',
  '字',
  '😀',
  '\ud800',
  '<<: ',
  '__proto__: ',
  '=',
  '(',
  ')',
  '$',
  ';',
] as const

/** One to five edits: insert, delete, copy, move a piece, or change a line's indentation. */
export function mutate(text: string, random: () => number): string {
  let mutated = text
  const edits = 1 + Math.floor(random() * 5)
  for (let edit = 0; edit < edits; edit++) mutated = mutateOnce(mutated, random)
  return mutated
}

function mutateOnce(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  const length = Math.floor(random() * 8)
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const choice = random()
  if (choice < 0.6) {
    return before + (alphabet[Math.floor(random() * alphabet.length)] ?? '') + after
  }
  if (choice < 0.75) return before + after.slice(length)
  if (choice < 0.82) return before + after.slice(0, length) + after
  if (choice < 0.9) {
    const target = Math.floor(random() * (before.length + 1))
    const piece = after.slice(0, length)
    return before.slice(0, target) + piece + before.slice(target) + after.slice(length)
  }
  const line = text.lastIndexOf('\n', at) + 1
  const indent = ' '.repeat(Math.floor(random() * 4))
  return random() < 0.5
    ? text.slice(0, line) + indent + text.slice(line)
    : text.slice(0, line) + text.slice(line).replace(/^ {1,2}/, '')
}
