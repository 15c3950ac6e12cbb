import type { Approval } from '@skillet/server/contract'
import { useCallback, useId, useRef, useState } from 'react'
import { usePlaces } from '../calls/index.ts'
import { DiffSize } from '../diff/index.ts'
import { useSentences } from '../language/index.ts'
import { Badge } from '../parts/index.ts'
import { Answers } from './answers.tsx'
import { Facts, HiddenWarning } from './facts.tsx'
import { questionSentence, wholeOf } from './question.ts'
import { useWaitingCard } from './waiting.tsx'
import { WholeText } from './whole-text.tsx'

export interface ApprovalCardProps {
  readonly request: Approval
  /** The end of what it shows was seen. */
  readonly onRead?: (id: string) => void
}

/**
 * A question that waits for the person, drawn only by Skillet: what, who, where, the whole of it, and
 * then the answers. Nothing in it has the focus, and nothing of it comes from a model as more than
 * quoted text.
 */
export function ApprovalCard({ request, onRead }: ApprovalCardProps) {
  const { approval, ...others } = useSentences()
  const places = usePlaces()
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const [read, setRead] = useState(false)
  useWaitingCard(request.id, card)

  const whole = wholeOf(request)
  const seeEnd = useCallback(() => {
    setRead(true)
    onRead?.(request.id)
  }, [onRead, request.id])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take its name from a legend alone
    <section
      ref={card}
      role="group"
      aria-labelledby={id}
      data-keys="approval"
      data-approval={request.id}
      tabIndex={-1}
      className="flex scroll-mt-3 scroll-mb-3 flex-col gap-3 rounded-card border-2 border-warning bg-surface p-3"
    >
      <div className="flex flex-col items-start gap-1">
        <Badge tone="warning" icon="waiting">
          {approval.waiting}
        </Badge>
        <h4 id={id} className="text-reading font-semibold">
          {questionSentence(request, { approval, ...others }, places)}{' '}
          {whole.kind === 'diff' && (
            <span className="pl-2 font-normal text-interface">
              <DiffSize text={whole.text} />
            </span>
          )}
        </h4>
      </div>
      <Facts request={request} />
      {request.reason !== '' && <p className="text-interface text-text2">{request.reason}</p>}
      <HiddenWarning request={request} />
      <WholeText whole={whole} read={read} onRead={seeEnd} />
      <Answers request={request} read={read} card={card} />
    </section>
  )
}
