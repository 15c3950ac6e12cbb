import type { DataParts } from '@skillet/server/contract'
import { showHidden } from '../hidden-codes/index.ts'
import { useFormat, useSentences } from '../language/index.ts'
import { Notice } from '../parts/index.ts'

/** A question that was answered, as one line: "Allowed once, 14:02". */
export function Answered({ answer }: Pick<DataParts['approval'], 'answer'>) {
  const { approval } = useSentences()
  const { time } = useFormat()
  if (answer === undefined) return null
  const at = time(answer.answeredAt)
  if (answer.decision === 'no')
    return (
      <Notice icon="refused">
        {answer.reason === undefined || answer.reason === ''
          ? approval.refused(at)
          : approval.refusedWhy(at, showHidden(answer.reason))}
      </Notice>
    )
  const said = {
    once: approval.allowedOnce,
    turn: approval.allowedTurn,
    always: approval.allowedAlways,
  }
  return <Notice icon="check">{said[answer.decision](at)}</Notice>
}
