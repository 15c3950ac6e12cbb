import type { Rows } from '../terminal/index.ts'

/** What a piece of a page looks like. */
export interface Piece {
  /** Whether a blank row parts it from the piece above. */
  readonly isApart: boolean
  /** A piece without lines takes no row. */
  readonly lines: readonly string[]
}

/** A piece in its place. `end` is behind its last row. */
export interface PlacedPiece {
  readonly index: number
  readonly start: number
  readonly end: number
}

/** Where one piece begins, or ends: where the others stand follows from it. */
export type Anchor =
  | { readonly index: number; readonly start: number }
  | { readonly index: number; readonly end: number }

export interface PlacedRows extends Rows {
  /** The first piece that reaches below a place; the last one where none does. */
  pieceBelow(place: number): PlacedPiece | undefined
}

/**
 * Pieces below each other. From the anchor on they are laid out at once, those above it when their
 * rows are asked for.
 *
 * @param count of all pieces
 */
export function placeRows(
  count: number,
  pieceOf: (index: number) => Piece,
  anchor: Anchor,
): PlacedRows {
  const laid: (PlacedPiece & Piece)[] = []
  const place = (index: number, at: { readonly start: number } | { readonly end: number }) => {
    const piece = pieceOf(index)
    const height = heightOf(piece)
    const start = 'start' in at ? at.start : at.end - height
    return { ...piece, index, start, end: start + height }
  }
  let end = 'start' in anchor ? anchor.start : anchor.end
  for (let index = Math.max(0, anchor.index); index < count; index++) {
    const placed = place(index, index === anchor.index ? anchor : { start: end })
    laid.push(placed)
    end = placed.end
  }
  /** Lays out further pieces upwards until a place is reached. */
  const layOutTo = (wanted: number) => {
    const upper: (PlacedPiece & Piece)[] = []
    let first = laid[0]
    while (first !== undefined && first.start > wanted && first.index > 0) {
      first = place(first.index - 1, { end: first.start })
      upper.push(first)
    }
    if (upper.length > 0) laid.unshift(...upper.reverse())
  }
  return {
    end,
    from(wanted) {
      layOutTo(wanted)
      const index = laid.findIndex((piece) => piece.end > wanted)
      return index < 0 ? [] : laid.slice(index).flatMap((piece) => rowsFrom(piece, wanted))
    },
    pieceBelow: (wanted) => laid.find((piece) => piece.end > wanted) ?? laid.at(-1),
  }
}

/** Rows that a piece takes. */
export function heightOf({ isApart, lines }: Piece): number {
  return lines.length === 0 ? 0 : lines.length + Number(isApart)
}

function rowsFrom(
  { isApart, lines, start }: PlacedPiece & Piece,
  wanted: number,
): readonly string[] {
  if (lines.length === 0) return []
  const skipped = Math.max(0, wanted - start)
  if (!isApart) return lines.slice(skipped)
  return skipped === 0 ? ['', ...lines] : lines.slice(skipped - 1)
}
