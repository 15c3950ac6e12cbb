import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../action/index.ts'
import { useFocus, usePlace } from '../focus/index.ts'
import type { OfConversation } from '../frame/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Icon, Notice, Switch } from '../parts/index.ts'
import { loadConversations, usePage } from '../state/index.ts'
import { Elsewhere } from './elsewhere.tsx'
import { Found } from './found.tsx'
import { groupByDay } from './group.ts'
import { Row } from './row.tsx'

/** The list of conversations: new, search, those of this folder by day, and other folders. */
export function Conversations({ id }: OfConversation) {
  const { conversations } = useSentences()
  const [text, setText] = useState('')
  const [elsewhere, setElsewhere] = useState(false)
  const wanted = text.trim()
  return (
    <div className="flex flex-col gap-1 p-2">
      <New />
      <div className="relative">
        <Icon name="search" className="absolute top-2 left-2 text-text2 coarse:top-3.5" />
        <input
          ref={usePlace('conversations')}
          type="search"
          value={text}
          aria-label={conversations.search}
          placeholder={conversations.search}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className="h-8 w-full rounded-control border border-control bg-surface pr-2 pl-8 coarse:h-11"
        />
      </div>
      {wanted === '' ? (
        <>
          <Here current={id} />
          {elsewhere && <Elsewhere current={id} />}
        </>
      ) : (
        <Found text={wanted} folder={elsewhere ? 'everywhere' : 'here'} current={id} />
      )}
      <div className="px-2 pt-2">
        <Switch label={conversations.showElsewhere} checked={elsewhere} onChange={setElsewhere} />
      </div>
    </div>
  )
}

function New() {
  const { conversations } = useSentences()
  const [, go] = useLocation()
  const focus = useFocus()
  return (
    <Button
      icon="plus"
      onClick={() => {
        go('/')
        // The text of the new conversation is on the page once the address is.
        requestAnimationFrame(() => focus('text'))
      }}
    >
      {conversations.new}
    </Button>
  )
}

function Here({ current }: { readonly current: string | undefined }) {
  const { conversations } = useSentences()
  const known = usePage((page) => page.conversations)
  const more = usePage((page) => page.moreConversations)
  const problem = usePage((page) => page.conversationsProblem)
  const { run, busy } = useAction()
  return (
    <>
      {problem !== undefined && (
        <Notice tone="danger" className="p-2">
          {conversations.readFailed(problem.message)}
        </Notice>
      )}
      {known?.length === 0 && <p className="p-2 text-text2">{conversations.none}</p>}
      {groupByDay(known ?? [], Date.now()).map(({ day, items }) => (
        <section key={day} aria-label={conversations.day[day]}>
          <h2 className="px-2 pt-3 pb-1 text-label text-text2">{conversations.day[day]}</h2>
          <ul>
            {items.map((conversation) => (
              <Row
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === current}
              />
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <Button variant="quiet" busy={busy} onClick={() => void run(() => loadConversations(true))}>
          {conversations.more}
        </Button>
      )}
    </>
  )
}
