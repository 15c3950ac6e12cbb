import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export interface NavLinkProps {
  readonly to: string
  readonly icon?: IconName
  readonly current?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A row that leads to another page of Skillet; the current one is marked. */
export function NavLink({ to, icon, current = false, className, children }: NavLinkProps) {
  return (
    <Link
      href={to}
      aria-current={current ? 'page' : undefined}
      className={classes(
        'highlight flex min-h-8 items-center gap-2 rounded-control px-2 py-1 text-interface text-text2',
        'hover:bg-hover hover:text-text aria-[current=page]:text-text coarse:min-h-11',
        className,
      )}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span className="min-w-0 flex-1">{children}</span>
    </Link>
  )
}
