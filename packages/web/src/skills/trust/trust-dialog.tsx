import type { TrustAnswer, TrustQuestion } from '@skillet/server/contract'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../action/index.ts'
import { answerTrust, asProblem, type Problem, readTrust } from '../../api/index.ts'
import { useSentences } from '../../language/index.ts'
import { Button, Dialog, Notice, Prose, Spinner } from '../../parts/index.ts'
import { refreshSession, refreshSkills } from '../../state/index.ts'
import { Question } from './question.tsx'

export interface TrustDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * Asks whether the skills of this folder are trusted. Everything that would be allowed is shown, and
 * the digest of what was shown goes back with the answer. Cancel has the focus.
 */
export function TrustDialog({ open, onOpenChange }: TrustDialogProps) {
  const { skills, parts } = useSentences()
  const { run, busy, problem } = useAction()
  const { question, failed, ask } = useQuestion(open)
  const cancel = useRef<HTMLButtonElement>(null)
  const close = () => onOpenChange(false)
  const answer = async (decision: TrustAnswer['decision']) => {
    if (question === undefined) return
    const isDone = await run(async () => {
      await answerTrust({ decision, digest: question.digest })
      await Promise.all([refreshSkills(), refreshSession()])
    })
    // What changed in the meantime was not seen, so it is shown and asked about anew.
    if (isDone) close()
    else ask()
  }
  const title = question?.trusted === true ? skills.trustedTitle : skills.trustTitle
  const isOwn = question?.trusted === true && question.answer === 'mine'
  const isAsked = question !== undefined && !question.trusted
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      role="alertdialog"
      size="wide"
      initialFocus={cancel}
      description={isOwn ? skills.trustMineHelp : skills.trustHelp}
      footer={
        <>
          <Button ref={cancel} onClick={close}>
            {parts.cancel}
          </Button>
          {question?.trusted === true && (
            <Button variant="danger" busy={busy} onClick={() => void answer('untrust')}>
              {skills.trustNo}
            </Button>
          )}
          {isAsked && (
            <>
              <Button busy={busy} onClick={() => void answer('mine')}>
                {skills.trustMine}
              </Button>
              <Button icon="trust" busy={busy} onClick={() => void answer('trust')}>
                {skills.trustYes}
              </Button>
            </>
          )}
        </>
      }
    >
      {problem !== undefined && (
        <Notice tone="danger" className="pb-3">
          <Prose of={problem} />
        </Notice>
      )}
      {failed !== undefined && (
        <Notice
          tone="danger"
          action={
            <Button icon="retry" onClick={ask}>
              {parts.retry}
            </Button>
          }
        >
          <Prose of={{ message: skills.trustFailed(failed.message), hint: failed.hint }} />
        </Notice>
      )}
      {question === undefined && failed === undefined && (
        <p role="status" className="flex items-center gap-2 text-text2">
          <Spinner />
          {skills.trustReading}
        </p>
      )}
      {question !== undefined && <Question question={question} />}
    </Dialog>
  )
}

/** What trusting would allow, read whenever the dialog opens. */
function useQuestion(open: boolean) {
  const [turn, setTurn] = useState(0)
  const [question, setQuestion] = useState<TrustQuestion>()
  const [failed, setFailed] = useState<Problem>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
  useEffect(() => {
    if (!open) return
    let isWanted = true
    setQuestion(undefined)
    setFailed(undefined)
    readTrust().then(
      (answer) => {
        if (isWanted) setQuestion(answer)
      },
      (thrown) => {
        if (isWanted) setFailed(asProblem(thrown))
      },
    )
    return () => {
      isWanted = false
    }
  }, [open, turn])
  return { question, failed, ask: () => setTurn((now) => now + 1) }
}
