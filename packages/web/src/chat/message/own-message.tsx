import type { SkilletMessage } from '@skillet/server/contract'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../action/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Button, CopyButton, IconButton, Notice } from '../../parts/index.ts'
import { retry } from '../../state/index.ts'
import { File } from '../files/index.ts'
import { Branches } from './branches.tsx'
import { EditMessage } from './edit-message.tsx'
import { sentOf, textToCopy } from './parts-of.ts'
import { SentChip } from './sent-chip.tsx'

export interface OwnMessageProps {
  readonly message: SkilletMessage
  readonly conversationId: string
  readonly answerId: string | undefined
  /** A turn runs, or the conversation can only be read. */
  readonly locked: boolean
  /** Of this folder; others can only be read. */
  readonly writable: boolean
}

/** What the person sent, or a program as if it were one: to the right, with its chip. */
export function OwnMessage(props: OwnMessageProps) {
  const { message, conversationId, answerId, locked, writable } = props
  const { chat } = useSentences()
  const { time } = useFormat()
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const sent = sentOf(message)

  // Whoever leaves the edit comes back to where it began.
  useEffect(() => {
    if (!editing && wasEditing.current) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const { metadata } = message

  if (editing)
    return (
      <EditMessage
        message={message}
        conversationId={conversationId}
        onClose={() => setEditing(false)}
      />
    )
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex max-w-[85%] flex-col items-start gap-2 rounded-float bg-bubble px-4 py-3 text-reading forced:border">
        {sent.skill !== undefined && (
          <SentChip skill={sent.skill} conversationId={conversationId} answerId={answerId} />
        )}
        {sent.text !== '' && (
          <p className="max-w-full break-words whitespace-pre-wrap" dir="auto">
            {sent.text}
          </p>
        )}
        {sent.files.map((part) => (
          <File key={part.url} part={part} />
        ))}
        {sent.dropped.map((name) => (
          <Notice key={name} icon="minus">
            {chat.withoutSkill(showHiddenLine(name))}
          </Notice>
        ))}
      </div>
      {metadata?.askedBy === 'program' && <Notice icon="terminal">{chat.fromProgram}</Notice>}
      {metadata?.state === 'queued' && <Notice icon="queued">{chat.queuedState}</Notice>}
      {metadata?.state === 'unsent' && <Unsent message={message} conversationId={conversationId} />}
      <div className="flex min-h-8 flex-wrap items-center justify-end">
        <span className="actions inline-flex items-center">
          {metadata !== undefined && (
            <span className="px-2 text-label text-text3">{time(metadata.createdAt)}</span>
          )}
          <CopyButton text={() => textToCopy(message)} label={chat.copyMessage} />
          {writable && (
            <IconButton
              ref={edit}
              icon="edit"
              label={chat.editMessage}
              disabled={locked}
              onClick={() => setEditing(true)}
            />
          )}
        </span>
        <Branches
          conversationId={conversationId}
          messageId={message.id}
          siblings={metadata?.siblings}
          label={chat.branches}
          disabled={locked}
        />
      </div>
    </div>
  )
}

/** A message whose turn could not begin: nothing of it reached a model. */
function Unsent({ message, conversationId }: Pick<OwnMessageProps, 'message' | 'conversationId'>) {
  const { chat } = useSentences()
  const { run, busy, problem } = useAction()
  return (
    <Notice
      tone="warning"
      action={
        <Button
          icon="retry"
          busy={busy}
          onClick={() => void run(() => retry(conversationId, message.id))}
        >
          {chat.tryAgain}
        </Button>
      }
    >
      <strong className="font-semibold">{chat.unsent}</strong> {chat.unsentHelp}
      {problem !== undefined && <span className="block">{chat.didNotWork(problem.message)}</span>}
    </Notice>
  )
}
