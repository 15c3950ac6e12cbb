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
    <span role="group" aria-label={label} className="inline-flex items-center">
      <IconButton
        icon="chevron-left"
        label={chat.earlier}
        disabled={before === undefined || busy || disabled}
        onClick={() => show(before)}
      />
      <span className="text-label whitespace-nowrap text-text2 tabular-nums">
        {chat.branch(at + 1, siblings.length)}
      </span>
      <IconButton
        icon="chevron-right"
        label={chat.later}
        disabled={after === undefined || busy || disabled}
        onClick={() => show(after)}
      />
      {problem !== undefined && <Notice tone="danger">{chat.didNotWork(problem.message)}</Notice>}
    </span>
  )
}
