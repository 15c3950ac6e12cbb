import { useEffect, useState } from 'react'
import type { OfConversation } from '../frame/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Badge } from '../parts/index.ts'
import { useOpen } from '../state/index.ts'
import { Rename } from './rename.tsx'
import { StateWord } from './state-word.tsx'

/** The title in the top bar, renamed by clicking it, and what happens in the conversation. */
export function Title({ id }: OfConversation) {
  const { conversations } = useSentences()
  const open = useOpen(({ conversation }) => conversation)
  const running = useOpen((now) => now.running !== undefined)
  const waits = useOpen(({ approvals }) => approvals.length > 0)
  const [renaming, setRenaming] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation, another title
  useEffect(() => setRenaming(false), [id])
  const conversation = id !== undefined && open?.id === id ? open : undefined
  const title = showHiddenLine(conversation?.title ?? conversations.untitled)
  if (conversation === undefined)
    return <h1 className="truncate text-reading font-semibold">{title}</h1>
  const state = waits ? 'waiting' : running ? 'running' : conversation.state
  return (
    <>
      {renaming && <h1 className="sr-only">{title}</h1>}
      {renaming && (
        <Rename
          id={conversation.id}
          title={conversation.title ?? ''}
          onDone={() => setRenaming(false)}
        />
      )}
      {!renaming && conversation.here && (
        <h1 className="min-w-0 text-reading font-semibold">
          <button
            type="button"
            title={conversations.renameTitle}
            onClick={() => setRenaming(true)}
            className="block min-h-8 max-w-full truncate rounded-control px-2 hover:bg-hover coarse:min-h-11"
          >
            {title}
          </button>
        </h1>
      )}
      {!renaming && !conversation.here && (
        <>
          <h1 className="min-w-0 truncate text-reading font-semibold">{title}</h1>
          <Badge icon="lock">{conversations.readOnly}</Badge>
        </>
      )}
      {!renaming && state !== 'idle' && <StateWord state={state} shrinks />}
    </>
  )
}
