import { useState } from 'react'
import { useAction } from '../action/index.ts'
import { isComposing } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Notice } from '../parts/index.ts'
import { rename } from '../state/index.ts'

export interface RenameProps {
  readonly id: string
  readonly title: string
  readonly onDone: () => void
  readonly className?: string
}

/** The title as a field in its place. Enter or leaving saves it, Escape leaves it as it was. */
export function Rename({ id, title, onDone, className }: RenameProps) {
  const { conversations } = useSentences()
  const { run, problem } = useAction()
  const [text, setText] = useState(title)
  const save = async () => {
    const wanted = text.trim()
    if (wanted === '' || wanted === title) return onDone()
    if (await run(() => rename(id, wanted))) onDone()
  }
  return (
    <span className={`flex min-w-0 flex-1 flex-col ${className ?? ''}`}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person asked to write here
        autoFocus
        value={text}
        maxLength={500}
        aria-label={conversations.titleField}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') {
            event.preventDefault()
            void save()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            event.preventDefault()
            onDone()
          }
        }}
        className="h-8 w-full min-w-0 rounded-control border border-control bg-surface px-2 text-interface coarse:h-11"
      />
      {problem !== undefined && <Notice tone="danger">{problem.message}</Notice>}
    </span>
  )
}
