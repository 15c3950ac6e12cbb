import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

/** What a colour repeats. The word beside it says it. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

export interface BadgeProps {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly className?: string
  readonly children: ReactNode
}

/** A word about the thing beside it: a source, a state, a count. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex max-w-full items-center gap-1 rounded-badge border border-transparent px-1 text-label',
        'whitespace-nowrap tabular-nums forced:border-current',
        soft[tone],
        className,
      )}
    >
      {icon !== undefined && <Icon name={icon} className="size-3" />}
      {children}
    </span>
  )
}

/** Text of a tone on its soft ground. */
export const soft: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-text2',
  accent: 'bg-accentSoft text-accentText',
  success: 'bg-successSoft text-success',
  warning: 'bg-warningSoft text-warning',
  danger: 'bg-dangerSoft text-danger',
}
