import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, type ReactElement } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'

/** One thing that a menu offers. */
export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Begins a new group with a line above. */
  readonly apart?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
}

/** A menu of actions behind a button. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className="floating min-w-48 rounded-float border border-control bg-raised p-1 shadow-float">
            {items.map((item) => (
              <Fragment key={item.id}>
                {item.apart === true && <Base.Separator className="my-1 border-t border-line" />}
                <Base.Item
                  disabled={item.disabled ?? false}
                  onClick={item.onSelect}
                  className={classes(row, item.danger === true && 'text-danger')}
                >
                  {item.icon !== undefined && <Icon name={item.icon} />}
                  <span className="min-w-0 flex-1">{item.label}</span>
                  {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const row =
  'highlight flex min-h-8 items-center gap-2 rounded-control px-3 py-1 text-interface outline-none ' +
  'select-none coarse:min-h-11 data-disabled:text-text3'
