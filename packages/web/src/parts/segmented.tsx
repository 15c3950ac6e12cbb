import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Icon, type IconName } from './icon.tsx'

export interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: IconName
}

export interface SegmentedProps<Value extends string> {
  /** The group's name, for screen readers. */
  readonly label: string
  readonly value: Value
  readonly options: readonly SegmentedOption<Value>[]
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

/** One of a few, all in sight: arrows move and choose, as in any group of radio buttons. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, disabled = false, onChange } = props
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      disabled={disabled}
      onValueChange={(chosen: Value) => onChange(chosen)}
      className="inline-flex max-w-full flex-wrap self-start rounded-control border border-control bg-surface"
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.label}
          className={
            'flex h-8 items-center gap-2 rounded-control px-3 text-interface text-text2 select-none ' +
            'not-data-checked:hover:bg-hover data-checked:bg-accentSoft data-checked:text-accentText ' +
            'data-disabled:text-text3 coarse:h-11 forced:data-checked:forced-color-adjust-none ' +
            'forced:data-checked:bg-[Highlight] forced:data-checked:text-[HighlightText]'
          }
        >
          {option.icon !== undefined && <Icon name={option.icon} />}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
