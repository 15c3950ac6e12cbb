import { memo } from 'react'
import type { ReasoningPart } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { Spinner } from '../../parts/index.ts'

/** What a model thought, folded: it is no part of the answer. */
export const Reasoning = memo(function Reasoning({ part }: { readonly part: ReasoningPart }) {
  const { chat } = useSentences()
  const isStreaming = part.state === 'streaming'
  return (
    <details className="text-interface text-text2">
      <summary className="min-h-6 rounded-control py-1">
        <span className="inline-flex items-center gap-2 align-middle">
          {isStreaming && <Spinner />}
          {isStreaming ? chat.thinking : chat.thought}
        </span>
      </summary>
      <p className="border-l-2 border-line pl-3 break-words whitespace-pre-wrap" dir="auto">
        {part.text}
      </p>
    </details>
  )
})
