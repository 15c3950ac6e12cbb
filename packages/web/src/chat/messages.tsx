import type { SkilletMessage } from '@skillet/server/contract'
import { type RefObject, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { WaitingPill, WaitingProvider } from '../approval/index.ts'
import { useSentences } from '../language/index.ts'
import { Icon } from '../parts/index.ts'
import {
  type OpenConversation,
  openConversation,
  type TurnNotice,
  useOpen,
} from '../state/index.ts'
import { Message } from './message/index.ts'
import { useScroll, useShown } from './scroll/index.ts'
import { useSpoken } from './spoken/index.ts'
import { EmptyConversation, FailedConversation, LoadingLine } from './states.tsx'
import { CallTimesProvider } from './tools/index.ts'
import './messages.css'

/** The messages of the open conversation, and what floats over their end. */
export function Messages() {
  const { chat } = useSentences()
  const { id, status, problem } = useOpen(useShallow(pickStatus))
  const messages = useOpen((open) => open.messages)
  const approvals = useOpen((open) => open.approvals)
  const last = messages.at(-1)
  const scroll = useScroll(id, last)
  useSpoken(id, messages, approvals)
  return (
    <WaitingProvider>
      <div className="relative flex min-h-0 flex-1 flex-col">
        {status === 'loading' && <LoadingLine />}
        <section
          ref={scroll.region}
          aria-label={chat.messages}
          data-scrolls
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys too
          tabIndex={0}
          className="messages min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-offset-[-2px]"
        >
          <div
            ref={scroll.content}
            className="mx-auto flex min-h-full w-full max-w-[62rem] flex-col px-3 pb-4 medium:px-4"
          >
            <CallTimesProvider key={id} last={last?.role === 'assistant' ? last : undefined}>
              <List id={id} messages={messages} region={scroll.region} />
            </CallTimesProvider>
            {messages.length === 0 && status !== 'loading' && status !== 'failed' && (
              <EmptyConversation id={id} />
            )}
            {status === 'failed' && (
              <FailedConversation problem={problem} onRetry={() => void openConversation(id)} />
            )}
          </div>
        </section>
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex flex-wrap justify-center gap-2 px-3">
          <WaitingPill />
          {scroll.missed && <NewText toEnd={scroll.toEnd} />}
        </div>
      </div>
    </WaitingProvider>
  )
}

function pickStatus({ id, status, problem }: OpenConversation) {
  return { id, status, problem }
}

function NewText({ toEnd }: { readonly toEnd: () => void }) {
  const { chat } = useSentences()
  return (
    <button
      type="button"
      onClick={toEnd}
      className="pointer-events-auto inline-flex min-h-8 items-center gap-2 rounded-full border border-control bg-raised px-3 text-interface text-text shadow-float hover:bg-hover coarse:min-h-11"
    >
      <Icon name="arrow-down" />
      {chat.newText}
    </button>
  )
}

/** So many messages from the end are whole from the start; more in one task would be a long one. */
const wholeAtOnce = 4

interface ListProps {
  readonly id: string
  readonly messages: readonly SkilletMessage[]
  readonly region: RefObject<HTMLElement | null>
}

function List({ id, messages, region }: ListProps) {
  const { running, retrying, writable } = useOpen(useShallow(pickTurn))
  const notices = useNotices()
  const count = useShown(id, messages.length, region)
  const from = messages.length - count
  return messages.slice(from).map((message, at) => {
    const next = messages[from + at + 1]
    const last = next === undefined
    return (
      <Message
        key={message.id}
        message={message}
        conversationId={id}
        answerId={next?.role === 'assistant' ? next.id : undefined}
        last={last}
        near={count - at <= wholeAtOnce}
        locked={running}
        writable={writable}
        notices={notices.get(message.id) ?? none}
        retrying={last ? retrying : undefined}
      />
    )
  })
}

function pickTurn({ running, retrying, conversation }: OpenConversation) {
  return { running: running !== undefined, retrying, writable: conversation?.here !== false }
}

const none: readonly TurnNotice[] = []

/** What was said during this sitting, by answer. */
function useNotices(): ReadonlyMap<string, readonly TurnNotice[]> {
  const notices = useOpen((open) => open.notices)
  return useMemo(() => {
    const byAnswer = new Map<string, readonly TurnNotice[]>()
    for (const notice of notices)
      byAnswer.set(notice.answerId, [...(byAnswer.get(notice.answerId) ?? []), notice])
    return byAnswer
  }, [notices])
}
