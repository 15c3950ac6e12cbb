import { Select as Base } from '@base-ui/react/select'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** A second line in the list. */
  readonly help?: string
  readonly disabled?: boolean
}

export interface SelectProps<Value extends string> {
  /** The name, where no `Field` gives one. */
  readonly label?: string
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly disabled?: boolean
  readonly className?: string
  readonly onChange: (value: Value) => void
}

/** One of many, in a list that opens below. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, disabled = false, className, onChange } = props
  return (
    <Base.Root
      value={value}
      disabled={disabled}
      items={options.map(({ value, label }) => ({ value, label }))}
      onValueChange={(chosen: Value | null) => {
        if (chosen !== null) onChange(chosen)
      }}
      modal={false}
    >
      <Base.Trigger
        aria-label={label}
        className={classes(
          'flex h-8 min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-2',
          'text-interface select-none not-data-disabled:hover:bg-hover data-disabled:border-line',
          'data-disabled:bg-sunken data-disabled:text-text3 coarse:h-11',
          className,
        )}
      >
        <Base.Value className="min-w-0 flex-1 truncate text-start" />
        <Icon name="chevron-down" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50">
          <Base.Popup className="floating max-h-(--available-height) min-w-(--anchor-width) max-w-(--available-width) overflow-y-auto rounded-float border border-control bg-raised p-1 shadow-float">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="highlight flex min-h-8 items-start gap-2 rounded-control px-3 py-1.5 text-interface outline-none select-none coarse:min-h-11 data-disabled:text-text3"
              >
                <span className="w-4">
                  <Base.ItemIndicator>
                    <Icon name="check" className="mt-0.5" />
                  </Base.ItemIndicator>
                </span>
                <span className="min-w-0 flex-1">
                  <Base.ItemText>{option.label}</Base.ItemText>
                  {option.help !== undefined && (
                    <span className="block text-label text-text2">{option.help}</span>
                  )}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
