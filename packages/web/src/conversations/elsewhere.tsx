import type { ListedConversation } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { useAction } from '../action/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Notice } from '../parts/index.ts'
import { loadElsewhere } from '../state/index.ts'
import { Row } from './row.tsx'

/** Conversations of other folders: to read, to export, and to open where they belong. */
export function Elsewhere({ current }: { readonly current: string | undefined }) {
  const { conversations } = useSentences()
  const { run, busy, problem } = useAction()
  const [known, setKnown] = useState<readonly ListedConversation[]>()
  const [more, setMore] = useState(false)
  const load = (offset: number) =>
    run(async () => {
      const page = await loadElsewhere(offset)
      setKnown((now = []) => [...now.slice(0, offset), ...page.conversations])
      setMore(page.more)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the switch is turned
  useEffect(() => void load(0), [])
  return (
    <section aria-label={conversations.elsewhere} className="flex flex-col">
      <h2 className="px-2 pt-3 pb-1 text-label text-text2">{conversations.elsewhere}</h2>
      {problem !== undefined && <Notice tone="danger">{problem.message}</Notice>}
      {known?.length === 0 && <p className="px-2 text-text2">{conversations.noneElsewhere}</p>}
      <ul>
        {known?.map((conversation) => (
          <Row
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === current}
          />
        ))}
      </ul>
      {more && (
        <Button variant="quiet" busy={busy} onClick={() => void load(known?.length ?? 0)}>
          {conversations.more}
        </Button>
      )}
    </section>
  )
}
