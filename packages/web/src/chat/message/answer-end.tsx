import type { MessageEnd, SkilletMessage } from '@skillet/server/contract'
import { useAction } from '../../action/index.ts'
import { openInspector } from '../../inspector/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Button, CopyButton, IconButton, Notice, Prose } from '../../parts/index.ts'
import { retry } from '../../state/index.ts'
import { Branches } from './branches.tsx'
import { textToCopy } from './parts-of.ts'

export interface AnswerEndProps {
  readonly message: SkilletMessage
  readonly conversationId: string
  readonly locked: boolean
  readonly writable: boolean
}

/** How an answer ended, and what can be done with it. */
export function AnswerEnd({ message, conversationId, locked, writable }: AnswerEndProps) {
  const { chat } = useSentences()
  const { time } = useFormat()
  const { run, busy, problem } = useAction()
  const { metadata } = message
  const again = () => void run(() => retry(conversationId, message.id))
  const model = metadata?.guided === true ? chat.guided : metadata?.model
  return (
    <>
      {metadata?.end !== undefined && (
        <Ending end={metadata.end} again={writable && !locked ? again : undefined} busy={busy} />
      )}
      <div className="-mt-2 -ml-2 flex min-h-8 flex-wrap items-center">
        <Branches
          conversationId={conversationId}
          messageId={message.id}
          siblings={metadata?.siblings}
          label={chat.answerBranches}
          disabled={locked}
        />
        <span className="actions inline-flex flex-wrap items-center">
          <CopyButton text={() => textToCopy(message)} label={chat.copyAnswer} />
          {writable && (
            <IconButton icon="retry" label={chat.retry} disabled={locked || busy} onClick={again} />
          )}
          <Button
            variant="quiet"
            icon="inspect"
            aria-label={chat.inspectAnswer}
            onClick={() => openInspector(message.id)}
          >
            {chat.inspect}
          </Button>
          {metadata !== undefined && (
            <span className="px-2 text-label break-words text-text3">
              {model === undefined
                ? time(metadata.createdAt)
                : chat.byAt(model, time(metadata.createdAt))}
            </span>
          )}
        </span>
      </div>
      {problem !== undefined && <Notice tone="danger">{chat.didNotWork(problem.message)}</Notice>}
    </>
  )
}

interface EndingProps {
  readonly end: MessageEnd
  readonly again: (() => void) | undefined
  readonly busy: boolean
}

function Ending({ end, again, busy }: EndingProps) {
  const { chat } = useSentences()
  const { list } = useFormat()
  const action =
    again === undefined ? undefined : (
      <Button icon="retry" busy={busy} onClick={again}>
        {chat.tryAgain}
      </Button>
    )
  switch (end.reason) {
    case 'done':
      return null
    case 'aborted':
      return (
        <Notice icon="stop" action={action}>
          {chat.stopped}
        </Notice>
      )
    case 'step-limit':
      return (
        <Notice tone="warning" icon="waiting">
          {chat.stepLimit}
        </Notice>
      )
    case 'interrupted':
      return (
        <Notice tone="warning" icon="interrupted" action={action}>
          {chat.interrupted}
        </Notice>
      )
    case 'error': {
      const { message, hint, near = [] } = end.error
      return (
        <Notice
          tone="danger"
          action={action}
          className="rounded-card border border-danger bg-dangerSoft p-3"
        >
          <strong className="block font-semibold">{message}</strong>
          <Prose of={{ hint }} />
          {near.length > 0 && <span className="block">{chat.nearNames(list(near))}</span>}
        </Notice>
      )
    }
  }
}
