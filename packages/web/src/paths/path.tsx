import { shortPath, usePlaces } from '../calls/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { classes } from '../parts/index.ts'
import { splitPath } from './split.ts'

export interface PathProps {
  /** Absolute. */
  readonly path: string
  /** Behind the path, such as `:12`. Never cut. */
  readonly after?: string
  readonly className?: string
}

/** A path on one line, from the workspace or home, cut in its middle where there is no room. */
export function Path({ path, after = '', className }: PathProps) {
  const { head, tail } = splitPath(showHiddenLine(shortPath(path, usePlaces())))
  return (
    <bdi
      dir="ltr"
      title={showHiddenLine(path)}
      className={classes('inline-flex min-w-0 max-w-full font-mono', className)}
    >
      <span className="truncate">{head}</span>
      <span className="max-w-full shrink-0 truncate">
        {tail}
        {after}
      </span>
    </bdi>
  )
}
