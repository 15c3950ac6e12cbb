import { memo, type ReactNode, useId, useState } from 'react'
import { useAction } from '../../action/index.ts'
import { Answered } from '../../approval/index.ts'
import { type Call, callSubject, inputInFull, outputOf, usePlaces } from '../../calls/index.ts'
import { DiffSize } from '../../diff/index.ts'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { Button, classes, Icon, Notice } from '../../parts/index.ts'
import { stop, useOpen } from '../../state/index.ts'
import { Output } from './output.tsx'
import { Refusal } from './refusal.tsx'
import { StateMark } from './state-mark.tsx'
import { CallTime } from './times.tsx'

/** States in which the card shows its inside until the person says otherwise. */
const openByItself = new Set(['running', 'failed'])

/** A tool call: what runs, how it stands, and what came of it. */
export const ToolCard = memo(
  function ToolCard({ call }: { readonly call: Call }) {
    const { part, state } = call
    const id = useId()
    const [chosen, setChosen] = useState<boolean>()
    const isOpen = chosen ?? openByItself.has(state)
    const subject = callSubject(part.toolName, part.input, usePlaces())
    const diff = outputOf(part)?.diff
    const tool = showHiddenLine(part.toolName)
    return (
      <div className="rounded-card border border-line bg-surface" data-tool-state={state}>
        <div className={classes('flex items-start gap-2', state === 'running' && 'pr-2')}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setChosen(!isOpen)}
            className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 rounded-card px-3 py-1 text-left hover:bg-hover coarse:min-h-11"
          >
            <StateMark state={state} />
            <span className="min-w-0 flex-1 basis-40 truncate font-mono text-interface" dir="ltr">
              <span className="font-semibold">{tool}</span> {subject}
            </span>
            {diff !== undefined && diff !== '' && <DiffSize text={diff} />}
            <CallTime callId={part.toolCallId} />
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} className="text-text3" />
          </button>
          {state === 'running' && <StopButton />}
        </div>
        {isOpen && (
          <div id={id} className="flex flex-col gap-2 border-t border-line p-3">
            <Inside call={call} subject={subject} />
          </div>
        )}
        <Outcome call={call} isOpen={isOpen} />
      </div>
    )
  },
  (before, after) => isSame(before.call, after.call),
)

/** The objects of a message are replaced when they change. */
export function isSame(before: Call, after: Call): boolean {
  return (
    before.part === after.part &&
    before.state === after.state &&
    before.asked.length === after.asked.length &&
    before.asked.every((one, at) => one === after.asked[at])
  )
}

/** What is worth a line although the card is closed: answers, refusals, how it was cut short. */
function Outcome({ call, isOpen }: { readonly call: Call; readonly isOpen: boolean }) {
  const { chat } = useSentences()
  const { part, state, asked } = call
  const answered = asked.filter(({ answer }) => answer !== undefined && !answer.stopped)
  const output = outputOf(part)
  const neverRan = output === undefined || output.denied !== undefined
  const isCutShort = state === 'stopped' || state === 'interrupted'
  if (answered.length === 0 && state !== 'refused' && !isCutShort) return null
  return (
    <div
      className={classes('flex flex-col gap-1 px-3 pb-2', isOpen && 'border-t border-line pt-2')}
    >
      {answered.map(({ request, answer }) => (
        <Answered key={request.id} answer={answer} />
      ))}
      {state === 'refused' && <Refusal call={call} />}
      {state === 'interrupted' && <Notice tone="warning">{chat.outcomeUnknown}</Notice>}
      {state === 'stopped' && neverRan && <Notice>{chat.stoppedCall}</Notice>}
    </div>
  )
}

function Inside({ call, subject }: { readonly call: Call; readonly subject: string }): ReactNode {
  const { chat } = useSentences()
  const { part, state } = call
  const output = outputOf(part)
  const input = part.input === undefined ? '' : inputInFull(part.input)
  // What the header says whole, or the diff, need not be said again.
  const isSaid = output?.diff !== undefined || input.slice(input.indexOf(': ') + 2) === subject
  return (
    <>
      {input !== '' && !isSaid && <Input text={input} />}
      {part.state === 'output-error' && state === 'failed' && (
        <Notice tone="danger">{part.errorText}</Notice>
      )}
      {output !== undefined && output.denied === undefined && (
        <Output output={output} state={state} />
      )}
      {output === undefined && state === 'running' && (
        <p className="text-text2">{chat.noOutputYet}</p>
      )}
      {output === undefined && state !== 'running' && (input === '' || isSaid) && (
        <p className="text-text2">{chat.noOutput}</p>
      )}
    </>
  )
}

function Input({ text }: { readonly text: string }) {
  const { chat } = useSentences()
  return (
    <section
      aria-label={chat.input}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys too
      tabIndex={0}
      dir="ltr"
      className="max-h-60 overflow-y-auto text-text2"
    >
      <pre className="font-mono text-interface break-words whitespace-pre-wrap">
        {showHidden(text)}
      </pre>
    </section>
  )
}

/** Stops the turn: a call that runs is a part of it. */
function StopButton() {
  const { chat } = useSentences()
  const id = useOpen((open) => open.id)
  const { run, busy, problem } = useAction()
  return (
    <span className="flex flex-col items-end py-0.5">
      <Button icon="stop" busy={busy} onClick={() => void run(() => stop(id))}>
        {chat.stop}
      </Button>
      {problem !== undefined && <Notice tone="danger">{chat.didNotWork(problem.message)}</Notice>}
    </span>
  )
}
