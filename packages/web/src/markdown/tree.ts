/** What we read and write of the trees of Markdown (mdast) and of the page (hast). */
export interface Piece {
  type: string
  value?: string
  children?: Piece[] | undefined
  tagName?: string
  properties?: Record<string, unknown>
  position?:
    | { readonly start: { readonly line: number; readonly offset?: number | undefined } }
    | undefined
  label?: string | null
  identifier?: string
  data?: { hName?: string; hProperties?: Record<string, unknown> }
}

/**
 * Exchanges pieces of a tree for others, from the leaves up; without recursion, since text from
 * outside decides how deep a tree is.
 *
 * @param exchange the pieces that stand there instead; `undefined` leaves the piece
 */
export function exchangePieces(
  root: Piece,
  exchange: (piece: Piece, parent: Piece) => readonly Piece[] | undefined,
): void {
  const parents: Piece[] = [root]
  for (let at = 0; at < parents.length; at++)
    for (const child of parents[at]?.children ?? []) if (child.children) parents.push(child)
  for (const parent of parents.reverse())
    parent.children = parent.children?.flatMap((piece) => exchange(piece, parent) ?? [piece])
}

/** A piece as far as its text goes. */
export interface Worded {
  readonly value?: string
  readonly children?: readonly Worded[]
}

/** The text of a piece and of all in it. */
export function textOf(piece: Worded): string {
  let text = ''
  const left: Worded[] = [piece]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    text += next.value ?? ''
    left.push(...(next.children ?? []).toReversed())
  }
  return text
}
