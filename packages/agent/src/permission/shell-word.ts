import type { Word, WordPart } from 'unbash'

/** One piece of a word: text as it is, a wildcard of the shell, or what only running it tells. */
export type WordPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `[` is any bracket expression, and taken to match whatever one character there is. */
  | { readonly kind: 'glob'; readonly text: '*' | '?' | '[' }
  | { readonly kind: 'open' }

/** A word of a command line. */
export interface ShellWord {
  /** As the program would get it; as written where it is not literal. */
  readonly value: string
  readonly pieces: readonly WordPiece[]
}

/** Takes a word apart into what is known of it and what is not. */
export function readWord(word: Word): ShellWord {
  const pieces =
    word.parts === undefined
      ? [{ kind: 'text', text: word.value } as const]
      : word.parts.flatMap(piecesOf)
  return { value: word.value, pieces }
}

function piecesOf(part: WordPart): readonly WordPiece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ kind: 'text', text: part.value }]
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap(piecesOf)
    case 'Glob':
      return [{ kind: 'glob', text: globOf(part.kind) }]
    case 'ArithmeticExpansion':
    case 'BraceExpansion':
    case 'CommandExpansion':
    case 'ExtendedGlob':
    case 'ParameterExpansion':
    case 'ProcessSubstitution':
    case 'SimpleExpansion':
      return [{ kind: 'open' }]
  }
}

function globOf(kind: 'star' | 'question' | 'bracket'): '*' | '?' | '[' {
  if (kind === 'star') return '*'
  return kind === 'question' ? '?' : '['
}

/** Whether the word is nothing but text. */
export function isLiteral({ pieces }: ShellWord): boolean {
  return pieces.every(({ kind }) => kind === 'text')
}

/** Whether a wildcard of the shell stands in it. */
export function hasGlob({ pieces }: ShellWord): boolean {
  return pieces.some(({ kind }) => kind === 'glob')
}

/** The pieces of each part of a path. */
export function pathParts({ pieces }: ShellWord): readonly (readonly WordPiece[])[] {
  const parts: WordPiece[][] = [[]]
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      parts.at(-1)?.push(piece)
      continue
    }
    for (const [at, text] of piece.text.split('/').entries()) {
      if (at > 0) parts.push([])
      if (text !== '') parts.at(-1)?.push({ kind: 'text', text })
    }
  }
  return parts
}

/**
 * Whether a wildcard in the word could stand for a name that begins with a dot. Shells leave those
 * out of `*` unless the dot is written, and differ in what a bracket at the start may match.
 */
export function reachesHiddenNames(word: ShellWord): boolean {
  return pathParts(word).some((part) => {
    if (!part.some(({ kind }) => kind === 'glob')) return false
    const [first] = part
    if (first?.kind === 'text') return first.text.startsWith('.')
    return first?.kind === 'glob' && first.text === '['
  })
}

/** One part of a path as an expression over names; `open` is any text. */
export function partExpression(part: readonly WordPiece[]): RegExp {
  const source = part.map((piece) => {
    if (piece.kind === 'text') return piece.text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
    return piece.kind === 'open' || piece.text === '*' ? '.*' : '.'
  })
  return new RegExp(`^${source.join('')}$`, 'su')
}
