import type { RequestRecord } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { asProblem, type Problem, readRequests } from '../api/index.ts'
import { useFormat, useSentences } from '../language/index.ts'
import { IconButton, Notice, Prose } from '../parts/index.ts'
import { useOpen } from '../state/index.ts'
import { Catalogue } from './catalogue.tsx'
import { marksOf } from './marks.ts'
import { showRequest, useInspected } from './open.ts'
import { RequestView } from './request-view.tsx'
import { rowsOfRecord, sizeOf } from './rows.ts'

/** The requests of one answer: what the model was sent at each step. */
export function Sent({ conversation }: { readonly conversation: string }) {
  const { inspector } = useSentences()
  const { moment } = useFormat()
  const messages = useOpen((open) => open.messages)
  const inspected = useInspected()
  const newest = messages.findLast(({ role }) => role === 'assistant')
  const answer = messages.find(({ id }) => id === inspected.messageId) ?? newest
  const { requests, problem } = useRequests(conversation, answer?.id, answer?.parts.length ?? 0)

  if (problem !== undefined)
    return (
      <Notice tone="danger">
        <Prose of={problem} />
      </Notice>
    )
  const { request } = inspected
  const isChosen = ({ messageId, step }: RequestRecord) =>
    messageId === request?.messageId && step === request.step
  const record = requests.find(isChosen) ?? requests.at(-1)
  if (record === undefined) return <p className="text-text2">{inspector.nothingSent}</p>
  const at = requests.indexOf(record)
  const [former, latter] = [requests[at - 1], requests[at + 1]]
  const rows = rowsOfRecord(record)
  return (
    <>
      <div className="flex items-center gap-1">
        <IconButton
          icon="chevron-left"
          label={inspector.former}
          disabled={former === undefined}
          onClick={() => former && showRequest(former)}
        />
        <span role="status" className="flex-1 text-center font-semibold tabular-nums">
          {inspector.request(at + 1, requests.length)}
        </span>
        <IconButton
          icon="chevron-right"
          label={inspector.latter}
          disabled={latter === undefined}
          onClick={() => latter && showRequest(latter)}
        />
      </div>
      <p className="text-center text-label text-text2">{moment(record.sentAt)}</p>
      <RequestView
        conversation={conversation}
        model={record.model}
        rows={rows}
        size={sizeOf(rows, record)}
        {...(former === undefined ? {} : { before: rowsOfRecord(former), beforeStep: at })}
        marks={marksOf(messages, record.messageId)}
      >
        <p className="text-label text-text2">{inspector.messagesHelp}</p>
        <Catalogue
          catalogue={record.catalogue}
          conversation={conversation}
          message={record.messageId}
          step={record.step}
        />
      </RequestView>
    </>
  )
}

/** The requests of an answer, read again as it grows. */
function useRequests(conversation: string, answer: string | undefined, size: number) {
  const [known, setKnown] = useState<{
    readonly requests: readonly RequestRecord[]
    readonly problem?: Problem
  }>({ requests: [] })
  const running = useOpen((open) => open.running?.answerId === answer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer answer may have another request
  useEffect(() => {
    if (answer === undefined) return setKnown({ requests: [] })
    const reading = new AbortController()
    readRequests(conversation, answer, reading.signal).then(
      ({ requests }) => setKnown({ requests }),
      (thrown) => {
        if (!reading.signal.aborted) setKnown({ requests: [], problem: asProblem(thrown) })
      },
    )
    return () => reading.abort()
  }, [conversation, answer, size, running])
  return known
}
