import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'

export interface TooltipProps {
  readonly text: string
  /** The keys that do the same. */
  readonly keys?: string | undefined
  /** One element that can be hovered and focused. */
  readonly children: ReactElement
}

/** A word beside what has none. Never the only place of something that people need. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={500} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="floating flex max-w-80 items-center gap-2 rounded-control border border-control bg-raised px-2 py-1 text-label text-text shadow-float">
            {text}
            {keys !== undefined && <Kbd>{keys}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
