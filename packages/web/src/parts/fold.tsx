import { Collapsible } from '@base-ui/react/collapsible'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export interface FoldProps {
  /** What stays in sight; the whole line opens and closes. */
  readonly summary: ReactNode
  readonly open?: boolean
  readonly defaultOpen?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly className?: string
  readonly children: ReactNode
}

/** A line behind which there is more. The browser's own search finds what is folded. */
export function Fold({ summary, open, defaultOpen, onOpenChange, className, children }: FoldProps) {
  return (
    <Collapsible.Root
      {...(open === undefined ? { defaultOpen: defaultOpen ?? false } : { open })}
      onOpenChange={(now) => onOpenChange?.(now)}
      className={className}
    >
      <Collapsible.Trigger
        className={classes(
          'group flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-start text-interface',
          'hover:bg-hover coarse:min-h-11',
        )}
      >
        <Icon name="chevron-right" className="group-data-panel-open:rotate-90" />
        <span className="min-w-0 flex-1">{summary}</span>
      </Collapsible.Trigger>
      <Collapsible.Panel hiddenUntilFound>{children}</Collapsible.Panel>
    </Collapsible.Root>
  )
}
