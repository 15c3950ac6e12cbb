import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { classes } from './classes.ts'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The sheet's name, for screen readers. */
  readonly label: string
  readonly side: 'left' | 'right'
  /** A class for the width from 768 px on; below, a sheet covers the page. */
  readonly width: string
  readonly children: ReactNode
}

/** A region as a drawer or sheet over the page: keeps focus inside and gives it back. */
export function Sheet({ open, onOpenChange, label, side, width, children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(now) => onOpenChange(now)}>
      <Base.Portal>
        <Base.Backdrop className="fading fixed inset-0 z-30 bg-shade" />
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          aria-label={label}
          className={classes(
            'fixed inset-y-0 z-30 outline-none flex w-full flex-col border-line bg-bg shadow-float',
            width,
            side === 'left'
              ? 'sliding-left left-0 medium:border-r'
              : 'sliding-right right-0 medium:border-l',
          )}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
