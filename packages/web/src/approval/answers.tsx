import type { Approval, ApprovalAnswer } from '@skillet/server/contract'
import { type RefObject, useRef, useState } from 'react'
import { useAction } from '../action/index.ts'
import { type Shortcut, useShortcut } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Kbd, Notice } from '../parts/index.ts'
import { answer, useOpen } from '../state/index.ts'
import { AlwaysForm, NoForm } from './forms.tsx'
import { choicesOf } from './question.ts'
import { useSettled } from './use-settled.ts'
import { useWaiting } from './waiting.tsx'

export interface AnswersProps {
  readonly request: Approval
  /** The whole of it was seen; before that nothing can be answered but no. */
  readonly read: boolean
  readonly card: RefObject<HTMLElement | null>
}

type Mode = 'choose' | 'always' | 'no'

/** The answers of a question: four buttons and their keys, or the form that one of them opened. */
export function Answers({ request, read, card }: AnswersProps) {
  const { approval } = useSentences()
  const { run, busy, problem } = useAction()
  const { leave } = useWaiting()
  const [mode, setMode] = useState<Mode>('choose')
  const here = useOpen(({ conversation }) => conversation?.here !== false)

  const back = () => {
    setMode('choose')
    card.current?.focus({ preventScroll: true })
  }
  const sendAnswer = async (given: ApprovalAnswer) => {
    const hadFocus = card.current?.contains(document.activeElement) ?? false
    const worked = await run(() => answer(request, given))
    if (worked && hadFocus) leave(request.id)
  }
  const give = (given: ApprovalAnswer) => void sendAnswer(given)
  useShortcut('close', back, mode !== 'choose')
  if (!here) return <Notice icon="lock">{approval.readOnly}</Notice>

  return (
    <>
      {mode === 'choose' && (
        <Choices
          request={request}
          read={read}
          busy={busy}
          card={card}
          onMode={setMode}
          onGive={give}
        />
      )}
      {mode === 'always' && (
        <AlwaysForm request={request} busy={busy} onBack={back} onGive={give} />
      )}
      {mode === 'no' && <NoForm request={request} busy={busy} onBack={back} onGive={give} />}
      {problem !== undefined && (
        <Notice tone="danger">{approval.answerFailed(problem.message)}</Notice>
      )}
    </>
  )
}

interface ChoicesProps extends AnswersProps {
  readonly busy: boolean
  readonly onMode: (mode: Mode) => void
  readonly onGive: (answer: ApprovalAnswer) => void
}

/** One answer that can be chosen: its button, and the key that does the same. */
interface Choice {
  readonly shortcut: Extract<Shortcut, 'once' | 'turn' | 'always' | 'no'>
  readonly key: string
  readonly label: string
  readonly choose: () => void
}

function Choices({ request, read, busy, card, onMode, onGive }: ChoicesProps) {
  const row = useRef<HTMLDivElement>(null)
  const { settled, check } = useSettled(row)
  const choices = useChoices(request, onMode, onGive)

  /** A press counts where the whole was seen and the buttons stood still in view. */
  const press = ({ shortcut, choose }: Choice) => {
    if (busy || !check() || (!read && shortcut !== 'no')) return
    choose()
  }
  const answerKey = (shortcut: Choice['shortcut']) => (event: KeyboardEvent) => {
    const choice = choices.find((one) => one.shortcut === shortcut)
    const isHere = event.target instanceof Node && card.current?.contains(event.target) === true
    if (choice === undefined || !isHere) return false
    if (!event.repeat) press(choice)
    return true
  }
  useShortcut('once', answerKey('once'))
  useShortcut('turn', answerKey('turn'))
  useShortcut('always', answerKey('always'))
  useShortcut('no', answerKey('no'))

  return (
    <div
      ref={row}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-2 medium:flex medium:flex-wrap"
    >
      {choices.map((choice) => {
        const ready = settled && (read || choice.shortcut === 'no')
        return (
          <Button
            key={choice.shortcut}
            aria-disabled={!ready || busy || undefined}
            aria-keyshortcuts={choice.key}
            onClick={() => press(choice)}
            className="h-11 medium:h-8 aria-disabled:text-text3"
          >
            {choice.label}
            <Kbd>{choice.key}</Kbd>
          </Button>
        )
      })}
    </div>
  )
}

function useChoices(
  request: Approval,
  onMode: ChoicesProps['onMode'],
  onGive: ChoicesProps['onGive'],
): readonly Choice[] {
  const { approval } = useSentences()
  const { digest } = request
  const once = (label: string): Choice => ({
    shortcut: 'once',
    key: 'Y',
    label,
    choose: () => onGive({ decision: 'once', digest }),
  })
  const plainNo: Choice = {
    shortcut: 'no',
    key: 'N',
    label: approval.plainNo,
    choose: () => onGive({ decision: 'no', digest }),
  }
  switch (choicesOf(request)) {
    case 'rights':
      return [once(approval.untilTurnEnds), plainNo]
    case 'plain':
      return [once(approval.yes), plainNo]
    case 'call':
      return [
        once(approval.once),
        {
          shortcut: 'turn',
          key: 'T',
          label: approval.turn,
          choose: () => onGive({ decision: 'turn', digest }),
        },
        ...(request.rule === ''
          ? []
          : [
              {
                shortcut: 'always',
                key: 'A',
                label: approval.always,
                choose: () => onMode('always'),
              } as const,
            ]),
        { shortcut: 'no', key: 'N', label: approval.no, choose: () => onMode('no') },
      ]
  }
}
