import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Token } from './highlight.ts'

/** Code in colours once they are known; until then, and in a language nobody here knows, plain. */
export function Highlighted({
  code,
  language,
}: {
  readonly code: string
  readonly language: string
}) {
  const highlight = useHighlighter(language !== '' && code.length <= lengthLimit)
  const deferred = useDeferredValue(code)
  const tokens = useMemo(() => highlight?.(deferred, language), [highlight, deferred, language])
  // In elements, as all text must be to have shown what hides in it.
  return <>{tokens === undefined || deferred !== code ? code : tokens.map(draw)}</>
}

/** Longer code stays plain: colours would cost more than they tell. */
const lengthLimit = 32 * 1024

function draw(token: Token, at: number): ReactNode {
  if (typeof token === 'string') return token
  return (
    <span key={at} className={`code-${token.kind}`}>
      {token.children.map(draw)}
    </span>
  )
}

type Highlighter = typeof import('./highlight.ts').highlight

/** The highlighter, loaded when the first code in a language is shown. */
function useHighlighter(wanted: boolean): Highlighter | undefined {
  const [highlighter, setHighlighter] = useState<Highlighter | undefined>(() => loaded)
  useEffect(() => {
    if (!wanted || highlighter !== undefined) return
    let isHere = true
    const load = async () => {
      const { highlight } = await import('./highlight.ts')
      loaded = highlight
      if (isHere) setHighlighter(() => highlight)
    }
    // Without it, as when Skillet has gone, code stays plain.
    load().catch(() => {})
    return () => {
      isHere = false
    }
  }, [wanted, highlighter])
  return highlighter
}

/** Kept so that code shown later has its colours from the first frame. */
let loaded: Highlighter | undefined
