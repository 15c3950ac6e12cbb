import { useId } from 'react'
import { useSentences } from '../language/index.ts'
import { classes, type FieldState, Icon, type IconName, Notice } from '../parts/index.ts'
import { type Origin, Overridden } from './overridden.tsx'

export interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly {
    readonly value: T
    readonly label: string
    readonly icon?: IconName
  }[]
  readonly origin: Origin
  readonly state: FieldState
  readonly onChoose: (value: T) => void
}

/** One of a few, each in sight. Saved at once. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, value, options, origin, state, onChoose } = props
  const { parts } = useSentences()
  const name = useId()
  return (
    <fieldset disabled={!origin.editable} className="flex flex-col gap-1">
      <legend className="pb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              'relative inline-flex min-h-8 items-center gap-2 rounded-control border px-3 coarse:min-h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'border-accent bg-accentSoft text-accentText'
                : 'border-control hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="sr-only"
            />
            <Icon name={option.value === value ? 'check' : (option.icon ?? 'ignored')} />
            {option.label}
          </label>
        ))}
      </div>
      <Overridden {...origin} />
      <div role="status" className="empty:hidden">
        {state.kind === 'saving' && <Notice icon="running">{parts.saving}</Notice>}
        {state.kind === 'saved' && <Notice tone="success">{parts.saved}</Notice>}
        {state.kind === 'error' && <Notice tone="danger">{state.message}</Notice>}
      </div>
    </fieldset>
  )
}
