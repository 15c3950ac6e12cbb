import type { Approval, ApprovalAnswer } from '@skillet/server/contract'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { showHidden } from '../hidden-codes/index.ts'
import { isComposing } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Field, TextArea } from '../parts/index.ts'
import { usePage } from '../state/index.ts'
import { useSettled } from './use-settled.ts'

export interface FormProps {
  readonly request: Approval
  readonly busy: boolean
  readonly onBack: () => void
  readonly onGive: (answer: ApprovalAnswer) => void
}

/** The exact rule that would be kept, and the file it goes to, before anything is kept. */
export function AlwaysForm({ request, busy, onBack, onGive }: FormProps) {
  const { approval } = useSentences()
  const form = useRef<HTMLDivElement>(null)
  const { settled, check } = useSettled(form)
  useEffect(() => form.current?.focus({ preventScroll: true }), [])
  const keep = () => {
    if (check()) onGive({ decision: 'always', digest: request.digest, rule: request.rule })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form has no fields
    <div
      ref={form}
      role="group"
      tabIndex={-1}
      aria-label={approval.alwaysTitle}
      className="flex flex-col gap-2"
    >
      <p className="font-semibold">{approval.alwaysTitle}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-text2">{approval.rule}</dt>
        <dd className="min-w-0">
          <code className="font-mono break-words whitespace-pre-wrap">
            {showHidden(request.rule)}
          </code>
        </dd>
        {request.ruleFile !== undefined && (
          <>
            <dt className="text-text2">{approval.ruleGoesTo}</dt>
            <dd className="min-w-0">
              <code className="font-mono">{showHidden(request.ruleFile)}</code>
            </dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          aria-disabled={!settled || undefined}
          onClick={keep}
          className="aria-disabled:text-text3"
        >
          {approval.keepRule}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {approval.back}
        </Button>
      </div>
    </div>
  )
}

/** Why not, for the model. Enter answers, Shift+Enter is a new line. */
export function NoForm({ request, busy, onBack, onGive }: FormProps) {
  const { approval } = useSentences()
  const guided = usePage(({ session }) => session?.model.guided === true)
  const [reason, setReason] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const refuse = (event?: FormEvent) => {
    event?.preventDefault()
    const said = reason.trim() === '' ? {} : { reason: reason.trim() }
    onGive({ decision: 'no', digest: request.digest, ...said })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    refuse()
  }
  return (
    <form aria-label={approval.noTitle} onSubmit={refuse} className="flex flex-col gap-2">
      <Field
        label={approval.reason}
        help={guided ? approval.reasonHelpGuided : approval.reasonHelp}
      >
        <TextArea
          ref={field}
          value={reason}
          rows={2}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {approval.refuse}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {approval.back}
        </Button>
      </div>
    </form>
  )
}
