import type { SkilletMessage } from '@skillet/server/contract'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '../../action/index.ts'
import { useFocus } from '../../focus/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { isComposing } from '../../keys/index.ts'
import { useSentences } from '../../language/index.ts'
import { Button, Icon, IconButton, Notice, TextArea } from '../../parts/index.ts'
import { type Outgoing, send } from '../../state/index.ts'
import { argumentsOf, type Sent, sentOf, typedOf } from './parts-of.ts'

export interface EditMessageProps {
  readonly message: SkilletMessage
  readonly conversationId: string
  readonly onClose: () => void
}

/** A message, open in its place. What is sent becomes a new branch; the present one stays. */
export function EditMessage({ message, conversationId, onClose }: EditMessageProps) {
  const { chat, parts } = useSentences()
  const sent = sentOf(message)
  const [text, setText] = useState(() => typedOf(sent))
  const [keepsSkill, setKeepsSkill] = useState(
    sent.skill !== undefined && sent.skill.typed === undefined,
  )
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = useFocus()
  const { run, busy, problem } = useAction()

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const isEmpty = text.trim() === '' && !keepsSkill && sent.files.length === 0
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isEmpty) return
    if (await run(() => send(conversationId, edited(message.id, sent, text, keepsSkill)))) {
      onClose()
      focus('text')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void submit()
    }
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      aria-label={chat.editMessage}
      className="flex w-full flex-col gap-2 rounded-float border border-control bg-bubble p-3"
    >
      {keepsSkill && sent.skill !== undefined && (
        <span className="inline-flex max-w-full items-center gap-1 self-start rounded-control bg-accentSoft pl-2 text-interface text-accentText">
          <Icon name="skill" />
          <span className="min-w-0 break-words">
            <span className="font-semibold">/{showHiddenLine(sent.skill.name)}</span>{' '}
            {showHiddenLine(argumentsOf(sent.skill))}
          </span>
          <IconButton
            icon="close"
            label={chat.removeSkill(showHiddenLine(sent.skill.name))}
            onClick={() => {
              setKeepsSkill(false)
              field.current?.focus()
            }}
          />
        </span>
      )}
      <TextArea
        ref={field}
        aria-label={chat.editText}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-[40dvh] text-reading"
      />
      <Notice icon="branch">{chat.makesBranch}</Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {parts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={isEmpty}>
          {chat.sendEdited}
        </Button>
      </div>
      {problem !== undefined && (
        <Notice tone="danger">
          {problem.hint === undefined
            ? chat.didNotWork(problem.message)
            : chat.didNotWorkHint(problem.message, problem.hint)}
        </Notice>
      )}
    </form>
  )
}

/** The message that goes in the place of an edited one, with its files. */
function edited(id: string, { skill, files }: Sent, text: string, keepsSkill: boolean): Outgoing {
  return {
    text,
    edits: id,
    files: files.map(({ url, mediaType, filename = '' }) => ({ url, mediaType, name: filename })),
    ...(keepsSkill && skill !== undefined
      ? {
          skill: skill.location ?? skill.name,
          ...(skill.arguments === undefined ? {} : { arguments: skill.arguments }),
        }
      : {}),
  }
}
