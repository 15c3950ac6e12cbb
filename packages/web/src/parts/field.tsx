import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { useSentences } from '../language/index.ts'
import { classes } from './classes.ts'
import { Notice } from './notice.tsx'

/** What is to be said beside a field: that it was saved, or why it was not. */
export type FieldState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'error'; readonly message: string }

export interface FieldProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly state?: FieldState
  readonly className?: string
  /** The control: `<TextInput>`, `<TextArea>` or another of base-ui's. */
  readonly children: ReactNode
}

/** A label, a control, help and what became of it, tied together for screen readers. */
export function Field({ label, help, state = idle, className, children }: FieldProps) {
  const { parts } = useSentences()
  return (
    <Base.Root
      invalid={state.kind === 'error'}
      className={classes('flex min-w-0 flex-col gap-1', className)}
    >
      <Base.Label className="text-interface font-semibold">{label}</Base.Label>
      {children}
      {help !== undefined && (
        <Base.Description className="text-label text-text2">{help}</Base.Description>
      )}
      <div role="status" className="empty:hidden">
        {state.kind === 'saved' && <Notice tone="success">{parts.saved}</Notice>}
        {state.kind === 'saving' && <Notice icon="running">{parts.saving}</Notice>}
      </div>
      {state.kind === 'error' && (
        <Base.Error match>
          <Notice tone="danger">{state.message}</Notice>
        </Base.Error>
      )}
    </Base.Root>
  )
}

const idle: FieldState = { kind: 'idle' }

export type TextInputProps = ComponentProps<'input'>

/** One line of text, inside a `Field` or with an `aria-label` of its own. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <Base.Control {...rest} className={classes(box, 'h-8 coarse:h-11', className)} />
}

export type TextAreaProps = ComponentProps<'textarea'>

/** Several lines of text. Grows with what is written where the browser can do that. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return (
    <Base.Control
      render={<textarea {...rest} />}
      className={classes(box, 'field-sizing-content min-h-16 resize-y py-1', className)}
    />
  )
}

const box =
  'w-full min-w-0 rounded-control border border-control bg-surface px-2 text-interface text-text ' +
  'read-only:bg-sunken disabled:border-line disabled:bg-sunken disabled:text-text3 ' +
  'data-invalid:border-danger'
