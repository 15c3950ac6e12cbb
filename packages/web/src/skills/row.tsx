import type { SkillEntry } from '@skillet/server/contract'
import { memo } from 'react'
import { Link } from 'wouter'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Icon } from '../parts/index.ts'
import { Path } from '../paths/index.ts'
import { StateMark } from './state-mark.tsx'

export interface RowProps {
  readonly entry: SkillEntry
  readonly to: string
  readonly current: boolean
  readonly tabIndex: 0 | -1
}

/** A skill in the list: state, name, one line of its description, path, number of diagnostics. */
export const Row = memo(function Row({ entry, to, current, tabIndex }: RowProps) {
  const { skills } = useSentences()
  const { name, callableAs, description, errors, warnings, path, state } = entry
  return (
    <Link
      href={to}
      data-row
      tabIndex={tabIndex}
      aria-current={current ? 'page' : undefined}
      className="highlight flex h-full flex-col justify-center border-b border-line px-3 -outline-offset-2 hover:bg-hover"
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-semibold">
          {showHiddenLine(state === 'loaded' ? callableAs : name)}
        </span>
        {errors + warnings > 0 && (
          <span
            className={`inline-flex shrink-0 items-center gap-1 text-label tabular-nums ${errors > 0 ? 'text-danger' : 'text-warning'}`}
          >
            <Icon name="warning" className="size-3" />
            <span aria-hidden="true">{errors + warnings}</span>
            <span className="sr-only">{skills.problems(errors, warnings)}</span>
          </span>
        )}
        <StateMark state={state} />
      </span>
      <span className="truncate text-label text-text2">
        {description === '' ? skills.noDescription : showHiddenLine(description)}
      </span>
      <Path path={path} className="text-label text-text3" />
    </Link>
  )
})
