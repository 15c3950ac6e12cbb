import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export interface NoticeProps {
  readonly tone?: Tone
  readonly icon?: IconName
  /** Buttons or a link, after the sentence. */
  readonly action?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

const icons: Readonly<Record<Tone, IconName>> = {
  neutral: 'info',
  accent: 'info',
  success: 'done',
  warning: 'warning',
  danger: 'failed',
}

const colours: Readonly<Record<Tone, string>> = {
  neutral: 'text-text2',
  accent: 'text-accent',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
}

/** One sentence of Skillet with an icon, there where it happened. */
export function Notice({ tone = 'neutral', icon, action, className, children }: NoticeProps) {
  return (
    <div className={classes('flex items-start gap-2 text-interface', colours[tone], className)}>
      <Icon name={icon ?? icons[tone]} className={action === undefined ? 'mt-0.5' : 'mt-2'} />
      <div className={classes('min-w-0 flex-1', action !== undefined && 'py-1.5')}>{children}</div>
      {action !== undefined && (
        <div className="flex min-h-8 shrink-0 items-center gap-2">{action}</div>
      )}
    </div>
  )
}

const grounds: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-sunken',
  accent: 'border-line bg-accentSoft',
  success: 'border-line bg-successSoft',
  warning: 'border-line bg-warningSoft',
  danger: 'border-line bg-dangerSoft',
}

/** A notice across the whole page, in the region above everything. */
export function Banner({ className, tone = 'neutral', ...rest }: NoticeProps) {
  return (
    <Notice
      {...rest}
      tone={tone}
      className={classes(
        'border-b px-3 medium:px-4',
        rest.action === undefined ? 'py-2' : 'py-1',
        grounds[tone],
        className,
      )}
    />
  )
}
