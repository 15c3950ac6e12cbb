import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useSentences } from '../language/index.ts'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The dialog's name, and its heading. */
  readonly title: ReactNode
  readonly description?: ReactNode
  /** Buttons, the harmless one first. */
  readonly footer?: ReactNode
  /** What gets the focus; without it the dialog itself, so that Tab reaches its first thing. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** `alertdialog` for a question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'narrow' | 'wide'
  readonly children?: ReactNode
}

/** A question or a form over the page. Named, keeps focus inside, Escape closes it. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, initialFocus, role = 'dialog' } = props
  const { size = 'narrow', children } = props
  const { parts } = useSentences()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(now) => onOpenChange(now)}>
      <Base.Portal>
        <Base.Backdrop className="fading fixed inset-0 z-40 bg-shade" />
        <Base.Popup
          role={role}
          ref={popup}
          initialFocus={initialFocus ?? popup}
          className={classes(
            'floating fixed inset-x-3 outline-none top-1/2 z-40 mx-auto flex max-h-[calc(100dvh-1.5rem)] -translate-y-1/2 flex-col',
            'rounded-float border border-control bg-raised shadow-float',
            size === 'narrow' ? 'max-w-120' : 'max-w-reading',
          )}
        >
          <div className="flex items-start gap-2 pt-3 pr-3 pl-4">
            <Base.Title className="min-w-0 flex-1 py-1 text-reading font-semibold">
              {title}
            </Base.Title>
            <Base.Close render={<IconButton icon="close" label={parts.close} tooltip={false} />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
            {description !== undefined && (
              <Base.Description className="pb-3 text-interface text-text2">
                {description}
              </Base.Description>
            )}
            {children}
          </div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 *:grow medium:*:grow-0">
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
