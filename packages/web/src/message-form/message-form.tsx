import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { isComposing } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Icon, IconButton, TextArea } from '../parts/index.ts'

/** A message as it is changed. */
export interface ChangedMessage {
  readonly text: string
  readonly keepsSkill: boolean
}

export interface MessageFormProps {
  /** Of the text. */
  readonly label: string
  /** As it was. */
  readonly text: string
  /** The skill that was picked, its arguments, and what its × is called. */
  readonly skill:
    | { readonly name: string; readonly words: string; readonly remove: string }
    | undefined
  /** It has files, so it may be without a text. */
  readonly hasFiles: boolean
  readonly save: { readonly label: string; readonly variant?: 'primary' }
  readonly busy: boolean
  readonly onSave: (changed: ChangedMessage) => void
  readonly onClose: () => void
  /** Above the buttons. */
  readonly children?: ReactNode
}

/** A message of the person, open to be changed. Enter saves, Escape closes. */
export function MessageForm(props: MessageFormProps) {
  const { label, skill, hasFiles, save, busy, onSave, onClose, children } = props
  const { parts } = useSentences()
  const [text, setText] = useState(props.text)
  const [keepsSkill, setKeepsSkill] = useState(skill !== undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const isEmpty = text.trim() === '' && !keepsSkill && !hasFiles
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isEmpty) onSave({ text, keepsSkill })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    }
  }
  return (
    <form onSubmit={submit} className="flex w-full flex-col gap-2">
      {keepsSkill && skill !== undefined && (
        <span className="inline-flex max-w-full items-center gap-1 self-start rounded-control bg-accentSoft pl-2 text-interface text-accentText">
          <Icon name="skill" />
          <span className="min-w-0 break-words">
            <span className="font-semibold">/{showHiddenLine(skill.name)}</span>{' '}
            {showHiddenLine(skill.words)}
          </span>
          <IconButton
            icon="close"
            label={skill.remove}
            onClick={() => {
              setKeepsSkill(false)
              field.current?.focus()
            }}
          />
        </span>
      )}
      <TextArea
        ref={field}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-[40dvh] text-reading"
      />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {parts.cancel}
        </Button>
        <Button
          type="submit"
          {...(save.variant && { variant: save.variant })}
          busy={busy}
          disabled={isEmpty}
        >
          {save.label}
        </Button>
      </div>
    </form>
  )
}
