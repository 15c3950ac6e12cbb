import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  /** What to do next, in words. */
  readonly children?: ReactNode
  /** Buttons or links that do it. */
  readonly action?: ReactNode
}

/** Stands where a list would: why there is nothing, and one next step. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-120 flex-col items-center gap-2 p-6 text-center text-interface">
      <Icon name={icon} className="size-6 text-text3" />
      <p className="text-reading font-semibold">{title}</p>
      {children !== undefined && <div className="text-text2">{children}</div>}
      {action !== undefined && (
        <div className="flex flex-wrap justify-center gap-2 pt-2">{action}</div>
      )}
    </div>
  )
}
