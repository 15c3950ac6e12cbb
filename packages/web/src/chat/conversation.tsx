import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { Composer } from '../composer/index.ts'
import { newConversation, openConversation, useOpen } from '../state/index.ts'
import { Messages } from './messages.tsx'
import { begun, newId } from './new-id.ts'

/** Messages and composer of the conversation that the address names, or of a new one. */
export function Conversation({ id: named }: { readonly id: string | undefined }) {
  const [, go] = useLocation()
  const id = useMemo(() => named ?? newId(newConversation, localStorage), [named])
  const isBegun = useOpen((open) => open.id === id && open.messages.length + open.queue.length > 0)

  useEffect(() => void openConversation(id), [id])
  useEffect(() => {
    if (!isBegun) return
    begun(id, localStorage)
    if (named === undefined) go(`/c/${encodeURIComponent(id)}`, { replace: true })
  }, [isBegun, id, named, go])

  return (
    <>
      <Messages />
      <Composer conversationId={id} />
    </>
  )
}
