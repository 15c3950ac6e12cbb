import type { RequestRecord } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { readRequests } from '../api/index.ts'
import type { CatalogueOf } from '../skills-view/index.ts'

/** The names of the skills that a request's catalogue cut in this way; undefined: no such filter. */
export function useCatalogue(of: CatalogueOf | undefined): ReadonlySet<string> | undefined {
  const [requests, setRequests] = useState<readonly RequestRecord[]>([])
  const { conversation, message } = of ?? {}
  useEffect(() => {
    if (conversation === undefined || message === undefined) return
    const reading = new AbortController()
    readRequests(conversation, message, reading.signal).then(
      (answer) => setRequests(answer.requests),
      () => setRequests([]),
    )
    return () => reading.abort()
  }, [conversation, message])
  if (of === undefined) return undefined
  return new Set(requests.find(({ step }) => step === of.step)?.catalogue[of.cut] ?? [])
}
