import type { Preview } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { asProblem, type Problem, previewMessage } from '../api/index.ts'
import { outgoingOf, useDraft } from '../composer/index.ts'
import { useSentences } from '../language/index.ts'
import { Notice, Prose, Spinner } from '../parts/index.ts'
import { useOpen, usePage } from '../state/index.ts'
import { marksOf } from './marks.ts'
import { RequestView } from './request-view.tsx'
import { rowsOfPreview, sizeOf } from './rows.ts'

/** Milliseconds of rest in writing before the draft is looked at. */
const restMs = 300

/** The request that the present draft would make. Nothing is sent or stored. */
export function Next({ conversation }: { readonly conversation: string }) {
  const { inspector } = useSentences()
  const { preview, problem } = usePreview(conversation)
  const messages = useOpen((open) => open.messages)
  if (problem !== undefined)
    return (
      <Notice tone={problem.status === 422 ? 'neutral' : 'danger'}>
        <Prose of={problem} />
      </Notice>
    )
  if (preview === undefined)
    return (
      <p role="status" className="flex items-center gap-2 text-text2">
        <Spinner />
        {inspector.previewing}
      </p>
    )
  const rows = rowsOfPreview(preview)
  return (
    <>
      <p className="text-text2">{inspector.nextHelp}</p>
      {preview.notices.map(({ code, message, hint }) => (
        <Notice key={`${code} ${message}`} tone="warning">
          <Prose of={{ message, hint }} />
        </Notice>
      ))}
      <RequestView
        conversation={conversation}
        model={preview.model}
        rows={rows}
        size={sizeOf(rows, preview)}
        marks={marksOf(messages, undefined)}
      />
    </>
  )
}

function usePreview(conversation: string) {
  const { text, chip, fields, attachments, drop, model } = useDraft(conversation)
  const entry = usePage(({ skills }) => skills?.entries.find(({ path }) => path === chip?.path))
  const length = useOpen((open) => open.messages.length)
  const [known, setKnown] = useState<{ readonly preview?: Preview; readonly problem?: Problem }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setters of the draft are no reason
  useEffect(() => {
    const reading = new AbortController()
    const draft = { text, chip, fields, attachments, drop, model }
    const {
      files: _,
      edits: __,
      arguments: given,
      drop: dropped,
      ...rest
    } = outgoingOf(draft, entry)
    const timer = setTimeout(() => {
      previewMessage(
        conversation,
        {
          ...rest,
          ...(given === undefined
            ? {}
            : { arguments: typeof given === 'string' ? given : [...given] }),
          ...(dropped === undefined ? {} : { drop: [...dropped] }),
        },
        reading.signal,
      ).then(
        (preview) => setKnown({ preview }),
        (thrown) => {
          if (!reading.signal.aborted) setKnown({ problem: asProblem(thrown) })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      reading.abort()
    }
  }, [conversation, text, chip, fields, drop, model, entry, length])
  return known
}
