/**
 * One pattern of an ignore file, compiled. The matcher follows all ways through the pattern at once
 * and never goes back, so its time is the pattern's length times the path's, whatever they hold:
 * six times `**` `/a/` costs a regular expression seconds, and this one microseconds.
 *
 * The syntax is git's (gitignore(5), wildmatch with WM_PATHNAME) but for one thing: `?` and sets
 * match a whole character where git matches a byte.
 */
export type Glob = (path: string) => boolean

type Token =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'set'; readonly holds: (code: number) => boolean }
  /** `?` */
  | { readonly kind: 'one' }
  /** `*` */
  | { readonly kind: 'star' }
  /** `**` at the end: whatever is below. */
  | { readonly kind: 'rest' }
  /** `**` and the slash behind it: any number of folders, none included. */
  | { readonly kind: 'folders' }

const slash = 0x2f

/**
 * Compiles one pattern of an ignore file. Throws nothing.
 *
 * @param pattern in git's syntax, without a leading `!` or `/` and without a trailing `/`
 * @returns the matcher; undefined for a pattern that git lets match nothing, such as `[a` or a lone
 * backslash at the end
 * @example
 * compileGlob('docs/**')?.('docs/a/b.md') // → true
 */
export function compileGlob(pattern: string): Glob | undefined {
  const tokens = tokenize(Array.from(pattern))
  if (tokens === undefined) return undefined
  const prefix = literalStart(tokens)
  if (prefix.count === tokens.length) return (path) => path === prefix.text
  const match = simulate(tokens)
  return (path) => path.startsWith(prefix.text) && match(path)
}

function tokenize(characters: readonly string[]): readonly Token[] | undefined {
  const tokens: Token[] = []
  let index = 0
  while (index < characters.length) {
    const character = characters[index] ?? ''
    if (character === '\\') {
      const escaped = characters[index + 1]
      if (escaped === undefined) return undefined
      tokens.push(literal(escaped))
      index += 2
    } else if (character === '[') {
      const set = scanSet(characters, index)
      if (set === undefined) return undefined
      tokens.push({ kind: 'set', holds: set.holds })
      index = set.end
    } else if (character === '*') {
      const stars = scanStars(characters, index)
      tokens.push(stars.token)
      index = stars.end
    } else {
      tokens.push(character === '?' ? { kind: 'one' } : literal(character))
      index += 1
    }
  }
  return tokens
}

/** `**` has its meaning only as a whole part of the path; anywhere else it is one star. */
function scanStars(characters: readonly string[], start: number) {
  let end = start
  while (characters[end] === '*') end += 1
  const opensPart = start === 0 || characters[start - 1] === '/'
  if (end - start === 1 || !opensPart) return { token: { kind: 'star' }, end } as const
  if (characters[end] === '/') return { token: { kind: 'folders' }, end: end + 1 } as const
  const closesPart =
    end === characters.length || (characters[end] === '\\' && characters[end + 1] === '/')
  return { token: { kind: closesPart ? 'rest' : 'star' }, end } as const
}

/** First and last character of each range. Git knows ASCII alone here, whatever the language. */
const classes: Readonly<Record<string, readonly string[]>> = {
  alnum: ['09', 'AZ', 'az'],
  alpha: ['AZ', 'az'],
  blank: ['  ', '\t\t'],
  cntrl: ['\0\x1f', '\x7f\x7f'],
  digit: ['09'],
  graph: ['!~'],
  lower: ['az'],
  print: [' ~'],
  punct: ['!/', ':@', '[`', '{~'],
  space: ['  ', '\t\n', '\r\r'],
  upper: ['AZ'],
  xdigit: ['09', 'AF', 'af'],
}

/** `[…]`, member by member as wildmatch.c reads it: the first member may be `]`, sets never hold `/`. */
function scanSet(characters: readonly string[], start: number) {
  const members: ((code: number) => boolean)[] = []
  let index = start + 1
  const negated = characters[index] === '!' || characters[index] === '^'
  if (negated) index += 1
  let previous: number | undefined
  do {
    const member = scanMember(characters, index, previous)
    if (member === undefined) return undefined
    members.push(member.holds)
    previous = member.code
    index = member.end
  } while (characters[index] !== ']')
  const holds = (code: number) =>
    code !== slash && members.some((member) => member(code)) !== negated
  return { holds, end: index + 1 }
}

interface Member {
  readonly holds: (code: number) => boolean
  /** Where a range may start from. */
  readonly code: number | undefined
  readonly end: number
}

function scanMember(
  characters: readonly string[],
  index: number,
  previous: number | undefined,
): Member | undefined {
  const character = characters[index]
  if (character === undefined) return undefined
  const next = characters[index + 1]
  if (character === '-' && previous !== undefined && next !== undefined && next !== ']') {
    const last = scanCharacter(characters, index + 1)
    if (last === undefined) return undefined
    return {
      holds: (code) => previous <= code && code <= last.code,
      code: undefined,
      end: last.end,
    }
  }
  if (character === '[' && next === ':') {
    const named = scanClass(characters, index)
    if (named !== 'no class') return named
  }
  const single = scanCharacter(characters, index)
  return single && { holds: (code) => code === single.code, ...single }
}

function scanCharacter(characters: readonly string[], index: number) {
  const at = characters[index] === '\\' ? index + 1 : index
  const code = characters[at]?.codePointAt(0)
  return code === undefined ? undefined : { code, end: at + 1 }
}

/** `[:digit:]`. A name nobody knows makes the whole pattern match nothing, as in git. */
function scanClass(characters: readonly string[], start: number): Member | undefined | 'no class' {
  const close = characters.indexOf(']', start + 2)
  if (close === -1) return undefined
  if (close === start + 2 || characters[close - 1] !== ':') return 'no class'
  const name = characters.slice(start + 2, close - 1).join('')
  const ranges = Object.hasOwn(classes, name) ? classes[name] : undefined
  if (ranges === undefined) return undefined
  const holds = (code: number) =>
    ranges.some((range) => range.charCodeAt(0) <= code && code <= range.charCodeAt(1))
  return { holds, code: undefined, end: close + 1 }
}

function literal(character: string): Token {
  return { kind: 'character', code: character.codePointAt(0) ?? 0 }
}

function literalStart(tokens: readonly Token[]) {
  let text = ''
  let count = 0
  for (const token of tokens) {
    if (token.kind !== 'character') break
    text += String.fromCodePoint(token.code)
    count += 1
  }
  return { text, count }
}

/** Each position in the pattern is a state; a character moves all states that are alive at once. */
function simulate(tokens: readonly Token[]): Glob {
  let alive = new Uint8Array(tokens.length + 1)
  let after = new Uint8Array(tokens.length + 1)

  return (path) => {
    alive.fill(0)
    enter(alive, 0)
    for (const character of path) {
      after.fill(0)
      const code = character.codePointAt(0) ?? 0
      tokens.forEach((token, state) => {
        if (alive[state] === 1) step(token, state, code)
      })
      ;[alive, after] = [after, alive]
    }
    return alive[tokens.length] === 1
  }

  function step(token: Token, state: number, code: number): void {
    switch (token.kind) {
      case 'character':
        if (token.code === code) enter(after, state + 1)
        break
      case 'set':
        if (token.holds(code)) enter(after, state + 1)
        break
      case 'one':
        if (code !== slash) enter(after, state + 1)
        break
      case 'star':
        if (code !== slash) enter(after, state)
        break
      case 'rest':
        enter(after, state)
        break
      case 'folders':
        // Between two slashes there is no way on, so the state stays without being entered anew.
        after[state] = 1
        if (code === slash) enter(after, state + 1)
    }
  }

  /** Makes a state alive, and those behind it that need no character. */
  function enter(states: Uint8Array, first: number): void {
    let state = first
    while (states[state] !== 1) {
      states[state] = 1
      const kind = tokens[state]?.kind
      if (kind !== 'star' && kind !== 'rest' && kind !== 'folders') return
      state += 1
    }
  }
}
