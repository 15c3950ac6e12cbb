import type { SearchAnswer } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { asProblem, type Problem, searchConversations } from '../api/index.ts'
import { addressOf } from '../frame/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Notice } from '../parts/index.ts'
import { Path } from '../paths/index.ts'

/** Milliseconds of rest in typing before it is searched for. */
const restMs = 200

export interface FoundProps {
  readonly text: string
  readonly folder: 'here' | 'everywhere'
  readonly current: string | undefined
}

/** What a search of titles and messages found; the last answer stays until the next one is there. */
export function Found({ text, folder, current }: FoundProps) {
  const { conversations } = useSentences()
  const { hits, problem } = useSearch(text, folder)
  if (problem !== undefined)
    return (
      <Notice tone="danger" className="p-2">
        {problem.message}
      </Notice>
    )
  if (hits === undefined) return null
  return (
    <>
      <p role="status" className="px-2 py-1 text-label text-text2">
        {conversations.found(hits.length)}
      </p>
      <ul aria-label={conversations.hits}>
        {hits.map(({ conversation, excerpt, messageId }) => (
          <li key={`${conversation.id} ${messageId ?? ''}`}>
            <Link
              href={addressOf(conversation.id)}
              aria-current={conversation.id === current ? 'page' : undefined}
              className="highlight flex flex-col rounded-control px-2 py-1 hover:bg-hover"
            >
              <span className="truncate font-semibold">
                {showHiddenLine(conversation.title ?? conversations.untitled)}
              </span>
              <span className="line-clamp-2 text-label text-text2">{showHiddenLine(excerpt)}</span>
              {!conversation.here && (
                <Path path={conversation.workspace} className="text-label text-text2" />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function useSearch(text: string, folder: 'here' | 'everywhere') {
  const [known, setKnown] = useState<{
    readonly hits?: SearchAnswer['hits']
    readonly problem?: Problem
  }>({})
  useEffect(() => {
    const reading = new AbortController()
    const timer = setTimeout(() => {
      searchConversations({ text, folder }, reading.signal).then(
        ({ hits }) => setKnown({ hits }),
        (thrown) => {
          if (!reading.signal.aborted) setKnown({ problem: asProblem(thrown) })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      reading.abort()
    }
  }, [text, folder])
  return known
}
