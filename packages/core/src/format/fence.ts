import { Buffer } from 'node:buffer'

/**
 * Where the frontmatter stands, in bytes. It opens with a line that is exactly `---` and closes at
 * the next such line in the first column; trailing blanks do not count. Only bytes are looked at, so
 * the body is never decoded to find out.
 */
export type Fence =
  | {
      readonly kind: 'closed'
      readonly open: number
      readonly yamlStart: number
      readonly yamlEnd: number
      readonly bodyStart: number
    }
  /** No opening line. */
  | { readonly kind: 'missing' }
  /** `---js` and the like, from `open` to `end`. */
  | { readonly kind: 'language'; readonly open: number; readonly end: number }
  | { readonly kind: 'unclosed'; readonly open: number }
  /** Not closed within the limit: `bytes` of frontmatter were seen, and there is no telling more. */
  | { readonly kind: 'too-long'; readonly open: number; readonly bytes: number }
  /** The bytes end before it is decided. */
  | { readonly kind: 'incomplete' }

const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32
const DASH = 45
const commentStart = [0x3c, 0x21, 0x2d, 0x2d] // <!--

/** Bytes that may stand between the fences. The longest of 15,723 real ones has 3,493 characters. */
export const frontmatterLimit = 16_384

/** @param complete whether the bytes are the whole file. */
export function findFence(bytes: Buffer, start: number, complete: boolean): Fence {
  const open = skipPreamble(bytes, start)
  if (!hasDashes(bytes, open)) {
    const undecided = !complete && couldStillOpen(bytes, open)
    return undecided ? { kind: 'incomplete' } : { kind: 'missing' }
  }
  const afterOpen = skipBlanks(bytes, open + 3)
  if (afterOpen === bytes.length) {
    return complete ? { kind: 'unclosed', open } : { kind: 'incomplete' }
  }
  if (!isLineEnd(bytes[afterOpen])) return otherOpening(bytes, open)
  const yamlStart = nextLine(bytes, afterOpen)
  return findClosing(bytes, open, yamlStart, complete)
}

function findClosing(bytes: Buffer, open: number, yamlStart: number, complete: boolean): Fence {
  const length = bytes.length
  const hasReturns = bytes.includes(CR)
  let line = yamlStart
  while (line < length) {
    if (bytes[line] === DASH && hasDashes(bytes, line)) {
      const after = skipBlanks(bytes, line + 3)
      if (after === length && !complete) return { kind: 'incomplete' }
      if (after === length || isLineEnd(bytes[after])) {
        const bodyStart = after === length ? length : nextLine(bytes, after)
        return { kind: 'closed', open, yamlStart, yamlEnd: line, bodyStart }
      }
    }
    line = hasReturns ? nextLine(bytes, endOfLine(bytes, line)) : nextDashes(bytes, line)
  }
  const seen = length - yamlStart
  if (seen > frontmatterLimit) return { kind: 'too-long', open, bytes: seen }
  return complete ? { kind: 'unclosed', open } : { kind: 'incomplete' }
}

/** `---js` names an engine; `----` or `--- title ---` is only a rule or a heading. */
function otherOpening(bytes: Buffer, open: number): Fence {
  const code = bytes[open + 3] ?? 0
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  if (!isLetter) return { kind: 'missing' }
  return { kind: 'language', open, end: endOfLine(bytes, open) }
}

/** Blank lines and HTML comments may stand above the fence. */
function skipPreamble(bytes: Buffer, start: number): number {
  let line = start
  for (;;) {
    const first = skipBlanks(bytes, line)
    if (first < bytes.length && isLineEnd(bytes[first])) line = nextLine(bytes, first)
    else if (commentStart.every((code, index) => bytes[first + index] === code)) {
      const end = bytes.indexOf('-->', first + 4)
      if (end === -1) return first
      const after = skipBlanks(bytes, end + 3)
      if (after < bytes.length && !isLineEnd(bytes[after])) return first
      line = nextLine(bytes, after)
    } else return line
  }
}

/** Whether the bytes end within a preamble or within the three dashes. */
function couldStillOpen(bytes: Buffer, at: number): boolean {
  const first = skipBlanks(bytes, at)
  if (first === bytes.length) return true
  const rest = bytes.length - first
  if (commentStart.every((code, index) => index >= rest || bytes[first + index] === code)) {
    return rest < 4 || bytes.indexOf('-->', first + 4) === -1
  }
  if (rest >= 3) return false
  return first === at && bytes[first] === DASH && (rest < 2 || bytes[first + 1] === DASH)
}

function hasDashes(bytes: Buffer, at: number): boolean {
  return bytes[at] === DASH && bytes[at + 1] === DASH && bytes[at + 2] === DASH
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] === SPACE || bytes[at] === TAB)) at++
  return Math.min(at, bytes.length)
}

function isLineEnd(code: number | undefined): boolean {
  return code === LF || code === CR
}

function endOfLine(bytes: Buffer, from: number): number {
  const length = bytes.length
  let at = from
  while (at < length) {
    const code = bytes[at]
    if (code === LF || code === CR) break
    at++
  }
  return at
}

const feedAndDashes = Buffer.from('\n---')

/** The next line with dashes where no carriage return is about: one native search finds it. */
function nextDashes(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(feedAndDashes, from)
  return at === -1 ? bytes.length : at + 1
}

/** Start of the line behind the line end at `at`. */
function nextLine(bytes: Buffer, at: number): number {
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1
}
