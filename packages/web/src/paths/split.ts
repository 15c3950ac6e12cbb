/** A path in two pieces: what may be cut, and what says which file it is. */
export interface SplitPath {
  readonly head: string
  readonly tail: string
}

/** Longer ends would leave nothing of the beginning on a narrow page. */
const longestTail = 40

/**
 * Splits a path so that a cut falls into its middle: the end holds the last folder and the file,
 * where that is short enough, since every skill's file has the same name.
 *
 * @example
 * splitPath('~/work/site/.claude/skills/review/SKILL.md')
 * // { head: '~/work/site/.claude/skills', tail: '/review/SKILL.md' }
 */
export function splitPath(path: string): SplitPath {
  const file = path.lastIndexOf('/')
  if (file <= 0) return { head: '', tail: path }
  const folder = path.lastIndexOf('/', file - 1)
  const at = folder > 0 && path.length - folder <= longestTail ? folder : file
  return { head: path.slice(0, at), tail: path.slice(at) }
}
