import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

export interface SwitchProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** Something that is on or off at once, with its label beside it, which switches it too. */
export function Switch({ label, help, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch brings its input along
    <label className="flex min-h-8 items-start gap-3 coarse:min-h-11 coarse:items-center">
      <Base.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={(now) => onChange(now)}
        aria-labelledby={`${id}-label`}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className="group mt-1 flex h-6 w-10 shrink-0 items-center rounded-full border border-control bg-sunken px-0.5 data-checked:border-accent data-checked:bg-accent data-disabled:border-line"
      >
        <Base.Thumb className="flex size-4.5 items-center justify-center rounded-full bg-control text-onAccent data-checked:translate-x-4 data-checked:bg-onAccent data-disabled:bg-line forced:border-8 forced:border-[ButtonText]" />
      </Base.Root>
      <span className="min-w-0 flex-1 py-1.5">
        <span id={`${id}-label`}>{label}</span>
        {help !== undefined && (
          <span id={`${id}-help`} className="block text-label text-text2">
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
