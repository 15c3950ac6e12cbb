import type { ListedConversation } from '@skillet/server/contract'
import { useFormat, useSentences } from '../language/index.ts'
import { Icon, type IconName } from '../parts/index.ts'

type State = Exclude<ListedConversation['state'], 'idle'>

interface StateWordProps {
  readonly state: State
  readonly shrinks?: boolean
}

const looks: Readonly<Record<State, { readonly icon: IconName; readonly colour: string }>> = {
  running: { icon: 'running', colour: 'text-accent' },
  waiting: { icon: 'waiting', colour: 'text-warning' },
  interrupted: { icon: 'interrupted', colour: 'text-text2' },
}

/** What happens in a conversation, as icon and word. It shortens its word only where it may shrink. */
export function StateWord({ state, shrinks = false }: StateWordProps) {
  const { conversations } = useSentences()
  const { icon, colour } = looks[state]
  return (
    <span
      className={`inline-flex items-center gap-1 text-label whitespace-nowrap ${colour} ${shrinks ? 'min-w-4 shrink-[9]' : 'shrink-0'}`}
    >
      <Icon name={icon} className="size-3.5 shrink-0" />
      <span className="truncate">{conversations.state[state]}</span>
    </span>
  )
}

/** The state where there is one to tell, else the time: of today its hour, of other days the day. */
export function TimeOrState({ state, updatedAt }: Pick<ListedConversation, 'state' | 'updatedAt'>) {
  const { time, day } = useFormat()
  if (state !== 'idle') return <StateWord state={state} />
  const isToday = new Date(updatedAt).toDateString() === new Date().toDateString()
  return (
    <time
      dateTime={new Date(updatedAt).toISOString()}
      className="shrink-0 text-label whitespace-nowrap text-text3 tabular-nums"
    >
      {isToday ? time(updatedAt) : day(updatedAt)}
    </time>
  )
}
