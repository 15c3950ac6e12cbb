import { useRef } from 'react'
import { useSentences } from '../../language/index.ts'
import { Icon, Notice } from '../../parts/index.ts'
import { useNear } from '../scroll/index.ts'
import { useBlob } from './use-blob.ts'

/** An image out of Skillet's store. Its room is kept while it loads. */
export function StoredImage({ url, name }: { readonly url: string; readonly name: string }) {
  const { chat } = useSentences()
  const box = useRef<HTMLDivElement>(null)
  const state = useBlob(url, useNear(box, false))
  return (
    <div ref={box} className="min-h-24">
      {state.kind === 'here' && (
        <img
          src={state.url}
          alt={name}
          decoding="async"
          className="max-h-80 max-w-full rounded-card border border-line"
        />
      )}
      {state.kind === 'loading' && (
        <p className="flex items-center gap-2 text-text2">
          <Icon name="image" />
          {chat.imageLoading}
        </p>
      )}
      {state.kind === 'failed' && (
        <Notice tone="danger">{chat.imageFailed(state.problem.message)}</Notice>
      )}
    </div>
  )
}
