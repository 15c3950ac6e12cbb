/** Where a region that scrolls stands, in px. */
export interface Position {
  readonly top: number
  /** Of the content. */
  readonly height: number
  /** Of what is seen of it. */
  readonly seen: number
}

/** How a list of messages follows what is added at its end. */
export interface Following {
  /** The end is kept in sight. */
  readonly follows: boolean
  /** Something came below what is seen. */
  readonly missed: boolean
  readonly top: number
}

export const atStart: Following = { follows: true, missed: false, top: 0 }

/** This close to the end, the end counts as seen. */
const slack = 24

/** Whether the end is in sight. */
export function seesEnd({ top, height, seen }: Position): boolean {
  return height - seen - top <= slack
}

/**
 * After a scroll, whoever made it. Only a move upwards ends the following: text that grows while the
 * event is under way moves the end away, and that is nobody's wish.
 */
export function scrolled(before: Following, position: Position): Following {
  const { top } = position
  if (seesEnd(position)) return { follows: true, missed: false, top }
  const follows = before.follows && top >= before.top
  return { follows, missed: before.missed, top }
}

/** After something was added at the end. */
export function grew(before: Following): Following {
  return before.follows || before.missed ? before : { ...before, missed: true }
}
