import type { DataParts, SkilletMessage } from '@skillet/server/contract'
import { memo, useMemo } from 'react'
import { Answered, StepApprovals } from '../../approval/index.ts'
import { type Call, groupCalls, type Item, type TextPart } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { Markdown } from '../../markdown/index.ts'
import { Notice, Prose, Spinner } from '../../parts/index.ts'
import type { TurnNotice } from '../../state/index.ts'
import { Data } from '../data/index.ts'
import { File } from '../files/index.ts'
import { FoldedCalls, ToolCard } from '../tools/index.ts'
import { AnswerEnd } from './answer-end.tsx'
import { Reasoning } from './reasoning.tsx'

export interface AnswerProps {
  readonly message: SkilletMessage
  readonly conversationId: string
  readonly locked: boolean
  readonly writable: boolean
  readonly notices: readonly TurnNotice[]
  readonly retrying: DataParts['retrying'] | undefined
}

/** An answer: to the left, without a bubble. Everything that Skillet says in it is drawn by parts. */
export function Answer(props: AnswerProps) {
  const { message, conversationId, locked, writable, notices, retrying } = props
  const { chat } = useSentences()
  const { parts, metadata } = message
  const items = useMemo(() => groupCalls(parts, metadata?.end), [parts, metadata?.end])
  const runs = metadata?.end === undefined
  return (
    <div className="flex flex-col gap-3 pb-2">
      {items.map((item) => (
        <AnswerItem key={item.key} item={item} runs={runs} />
      ))}
      {notices.map((notice) => (
        <Notice key={notice.id}>
          <Prose of={notice} />
        </Notice>
      ))}
      {retrying !== undefined && (
        <Notice tone="warning" icon="retry">
          {chat.retrying(retrying.attempt, retrying.of, retrying.reason)}
        </Notice>
      )}
      {runs && retrying === undefined && waitsForModel(items.at(-1)) && (
        <p className="flex items-center gap-2 text-text2">
          <Spinner />
          {chat.waitingForModel}
        </p>
      )}
      {!runs && (
        <AnswerEnd
          message={message}
          conversationId={conversationId}
          locked={locked}
          writable={writable}
        />
      )}
    </div>
  )
}

/** Nothing that is shown says by itself that something is going on. */
function waitsForModel(last: Item | undefined): boolean {
  if (last === undefined || last.kind === 'folded' || last.kind === 'data') return true
  if (last.kind === 'call') return last.call.state !== 'running' && last.call.state !== 'preparing'
  if (last.kind === 'question') return last.asked.answer !== undefined
  return last.kind === 'text' && last.part.state === 'done'
}

function AnswerItem({ item, runs }: { readonly item: Item; readonly runs: boolean }) {
  switch (item.kind) {
    case 'text':
      return <Text part={item.part} streaming={runs && item.part.state === 'streaming'} />
    case 'reasoning':
      return <Reasoning part={item.part} />
    case 'call':
      return <ToolCard call={item.call} />
    case 'folded':
      return <FoldedCalls calls={item.calls} />
    case 'waiting':
      return <Waiting calls={item.calls} />
    case 'question':
      return item.asked.answer === undefined && runs ? (
        <StepApprovals requests={[item.asked.request]} />
      ) : (
        <Answered answer={item.asked.answer} />
      )
    case 'file':
      return <File part={item.part} />
    case 'data':
      return <Data part={item.part} />
  }
}

const Text = memo(function Text({
  part,
  streaming,
}: {
  readonly part: TextPart
  readonly streaming: boolean
}) {
  return (
    <div className="text-reading" dir="auto">
      <Markdown text={part.text} streaming={streaming} wide />
    </div>
  )
})

/** A call whose question has not arrived yet shows as what it is: waiting. */
function Waiting({ calls }: { readonly calls: readonly Call[] }) {
  const requests = calls.flatMap(({ asked }) => {
    const last = asked.at(-1)
    return last !== undefined && last.answer === undefined ? [last.request] : []
  })
  const unknown = calls.filter(({ asked }) => asked.at(-1) === undefined)
  return (
    <>
      {unknown.map((call) => (
        <ToolCard key={call.part.toolCallId} call={call} />
      ))}
      <StepApprovals requests={requests} />
    </>
  )
}
