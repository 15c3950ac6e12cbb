import type { CallState } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { Icon, type IconName, Spinner } from '../../parts/index.ts'

const icons: Readonly<Record<Exclude<CallState, 'running'>, IconName>> = {
  preparing: 'pending',
  waiting: 'waiting',
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  stopped: 'stop',
  interrupted: 'interrupted',
}

const colours: Readonly<Record<CallState, string>> = {
  preparing: 'text-text2',
  waiting: 'text-warning',
  running: 'text-accent',
  done: 'text-success',
  failed: 'text-danger',
  refused: 'text-text2',
  stopped: 'text-text2',
  interrupted: 'text-warning',
}

/** The state of a call: an icon and its word. */
export function StateMark({ state }: { readonly state: CallState }) {
  const { chat } = useSentences()
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 text-label font-semibold ${colours[state]}`}
    >
      {state === 'running' ? <Spinner /> : <Icon name={icons[state]} />}
      {chat.toolState[state]}
    </span>
  )
}
