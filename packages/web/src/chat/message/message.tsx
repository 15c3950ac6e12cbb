import type { DataParts, SkilletMessage } from '@skillet/server/contract'
import { memo, useId, useRef } from 'react'
import { useFormat, useSentences } from '../../language/index.ts'
import { classes } from '../../parts/index.ts'
import type { TurnNotice } from '../../state/index.ts'
import { useNear } from '../scroll/index.ts'
import { Answer } from './answer.tsx'
import { OwnMessage } from './own-message.tsx'
import { textToCopy } from './parts-of.ts'

export interface MessageProps {
  readonly message: SkilletMessage
  readonly conversationId: string
  /** Of the answer to a person's message. */
  readonly answerId: string | undefined
  /** The last one of the conversation; its actions are always seen. */
  readonly last: boolean
  /** Whole from the start; others are plain text until they come near. */
  readonly near: boolean
  readonly locked: boolean
  readonly writable: boolean
  readonly notices: readonly TurnNotice[]
  readonly retrying: DataParts['retrying'] | undefined
}

/** One message, with a heading for those who go through the page by headings. */
export const Message = memo(function Message({ near, last, ...props }: MessageProps) {
  const { chat } = useSentences()
  const { time } = useFormat()
  const id = useId()
  const article = useRef<HTMLElement>(null)
  const isNear = useNear(article, near)
  const { message } = props
  const isOwn = message.role === 'user'
  const { createdAt: at, askedBy } = message.metadata ?? {}
  const writtenAt = askedBy === 'program' ? chat.programAt : chat.youAt
  return (
    <article
      ref={article}
      aria-labelledby={id}
      data-message={message.id}
      data-last={last || undefined}
      className={classes('message', !last && 'message-aside')}
    >
      <h3 id={id} className="sr-only">
        {isOwn ? writtenAt(at === undefined ? '' : time(at)) : chat.answer}
      </h3>
      {!isNear ? (
        <Plain message={message} />
      ) : isOwn ? (
        <OwnMessage {...props} />
      ) : (
        <Answer {...props} />
      )}
    </article>
  )
})

/** Far from sight a message is its words alone, so that the browser's own search finds them. */
function Plain({ message }: { readonly message: SkilletMessage }) {
  return (
    <p
      dir="auto"
      className={classes(
        'text-reading break-words whitespace-pre-wrap',
        message.role === 'user' && 'ml-auto w-fit max-w-[85%] rounded-float bg-bubble px-4 py-3',
      )}
    >
      {textToCopy(message)}
    </p>
  )
}
