import { useAction } from '../../action/index.ts'
import { useSentences } from '../../language/index.ts'
import { IconButton, Notice } from '../../parts/index.ts'
import { moveTo } from '../../state/index.ts'

export interface BranchesProps {
  readonly conversationId: string
  readonly messageId: string
  /** Ids of all messages in its place, in the order they were made. */
  readonly siblings: readonly string[] | undefined
  readonly label: string
  /** No other branch can be shown while a turn runs. */
  readonly disabled: boolean
}

/** An end of the row is dimmed, with no frame that the other button has not. */
const alike = 'data-disabled:border-transparent data-disabled:opacity-60'

/** `‹ 2 of 3 ›`: which version of a message is shown, and the others. */
export function Branches({
  conversationId,
  messageId,
  siblings = [],
  label,
  disabled,
}: BranchesProps) {
  const { chat } = useSentences()
  const { run, busy, problem } = useAction()
  const at = siblings.indexOf(messageId)
  if (siblings.length < 2 || at < 0) return null
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  const show = (id: string | undefined) => {
    if (id !== undefined) void run(() => moveTo(conversationId, id, 'end'))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields, so no fieldset
    <span role="group" aria-label={label} className="inline-flex items-center gap-1">
      <IconButton
        icon="chevron-left"
        label={chat.earlier}
        className={alike}
        disabled={before === undefined || busy || disabled}
        onClick={() => show(before)}
      />
      <span className="text-label whitespace-nowrap text-text2 tabular-nums">
        {chat.branch(at + 1, siblings.length)}
      </span>
      <IconButton
        icon="chevron-right"
        label={chat.later}
        className={alike}
        disabled={after === undefined || busy || disabled}
        onClick={() => show(after)}
      />
      {problem !== undefined && <Notice tone="danger">{chat.didNotWork(problem.message)}</Notice>}
    </span>
  )
}
