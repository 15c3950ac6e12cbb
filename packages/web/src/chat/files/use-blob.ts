import { useEffect, useState } from 'react'
import { asProblem, type Problem, readAttachment } from '../../api/index.ts'

export type Blobbed =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly url: string }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** The content of a file as an address of this page: an `<img>` cannot send the header key. */
export function useBlob(url: string, isNear: boolean): Blobbed {
  const [state, setState] = useState<Blobbed>({ kind: 'loading' })
  useEffect(() => {
    if (!isNear) return
    const reading = new AbortController()
    let made: string | undefined
    readAttachment(url, reading.signal)
      .then((blob) => {
        if (reading.signal.aborted) return
        made = URL.createObjectURL(blob)
        setState({ kind: 'here', url: made })
      })
      .catch((thrown: unknown) => {
        if (!reading.signal.aborted) setState({ kind: 'failed', problem: asProblem(thrown) })
      })
    return () => {
      reading.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [url, isNear])
  return state
}
