import { useId } from 'react'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import type { ComposerControl, FieldElementProps } from '../control/index.ts'
import type { ArgumentField } from '../draft/index.ts'
import { fieldWords } from './field-words.ts'

export interface FieldsProps {
  readonly fields: readonly ArgumentField[]
  readonly control: ComposerControl
}

/** One labelled line for each argument of the chip's skill. An empty one is no error. */
export function Fields({ fields, control }: FieldsProps) {
  return (
    <div className="flex max-h-[30dvh] flex-col gap-2 overflow-y-auto px-3 pt-2 pb-1">
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments are told apart by their places
        <Field key={at} field={field} props={control.fieldProps(at)} />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly field: ArgumentField
  readonly props: FieldElementProps
}

function Field({ field, props }: FieldProps) {
  const { composer } = useSentences()
  const { label, placeholder, help } = fieldWords(field, composer)
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 medium:flex-row medium:gap-2">
      <label
        htmlFor={id}
        className="text-interface font-semibold break-words medium:w-40 medium:shrink-0 medium:py-1.5"
      >
        {showHiddenLine(label)}
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <input
          {...props}
          id={id}
          type="text"
          autoComplete="off"
          dir="auto"
          {...(placeholder === '' ? {} : { placeholder: showHiddenLine(placeholder) })}
          {...(help === '' ? {} : { 'aria-describedby': `${id}-help` })}
          className="h-8 w-full min-w-0 rounded-control border border-control bg-surface px-2 text-interface text-text coarse:h-11"
        />
        {help !== '' && (
          <p id={`${id}-help`} className="line-clamp-3 text-label text-text2">
            {showHidden(help)}
          </p>
        )}
      </div>
    </div>
  )
}
