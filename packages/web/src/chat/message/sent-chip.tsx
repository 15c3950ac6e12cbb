import type { DataParts } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { asProblem, type Problem, readRequests } from '../../api/index.ts'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { Dialog, Icon, Notice, Spinner } from '../../parts/index.ts'
import { argumentsOf } from './parts-of.ts'

export interface SentChipProps {
  readonly skill: DataParts['skill']
  readonly conversationId: string
  /** Of the answer to the message; undefined: there is none yet. */
  readonly answerId: string | undefined
}

/** Longer arguments are cut on the chip; the whole is on hover. */
const longest = 40

/** The chip of a message that was sent: opens the skill as it was sent then. */
export function SentChip({ skill, conversationId, answerId }: SentChipProps) {
  const { chat } = useSentences()
  const [open, setOpen] = useState(false)
  const name = showHiddenLine(skill.name)
  const given = showHiddenLine(argumentsOf(skill))
  const shown = given.length > longest ? `${given.slice(0, longest)}…` : given
  return (
    <>
      <button
        type="button"
        title={given === shown ? undefined : given}
        onClick={() => setOpen(true)}
        className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-control border border-transparent bg-accentSoft px-2 text-interface text-accentText hover:border-accent coarse:min-h-11 forced:border-current"
      >
        <Icon name="skill" />
        <span className="min-w-0 break-words">
          <span className="font-semibold">/{name}</span>
          {shown !== '' && ` ${shown}`}
          <span className="sr-only">. {chat.openSkill(name)}</span>
        </span>
      </button>
      {skill.location === undefined && <Notice tone="danger">{chat.noSuchSkill(name)}</Notice>}
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          size="wide"
          title={chat.skillAsSent(name)}
          description={chat.skillAsSentHelp}
        >
          <AsSent name={skill.name} conversationId={conversationId} answerId={answerId} />
        </Dialog>
      )}
    </>
  )
}

type Text = { readonly text: string | undefined } | { readonly problem: Problem }

interface AsSentProps {
  readonly name: string
  readonly conversationId: string
  readonly answerId: string | undefined
}

/** The section of the answer's first request that held the skill. */
function AsSent({ name, conversationId, answerId }: AsSentProps) {
  const { chat } = useSentences()
  const [text, setText] = useState<Text>()
  useEffect(() => {
    if (answerId === undefined) return setText({ text: undefined })
    const reading = new AbortController()
    readRequests(conversationId, answerId, reading.signal)
      .then(({ requests }) => {
        const sections = requests.flatMap((request) => request.sections)
        const found = sections.find(({ kind, title }) => kind === 'skill' && title === name)
        setText({ text: found?.text })
      })
      .catch((thrown: unknown) => {
        if (!reading.signal.aborted) setText({ problem: asProblem(thrown) })
      })
    return () => reading.abort()
  }, [name, conversationId, answerId])

  if (text === undefined)
    return (
      <p role="status" className="flex items-center gap-2 text-text2">
        <Spinner />
        {chat.skillLoading}
      </p>
    )
  if ('problem' in text) return <Notice tone="danger">{text.problem.message}</Notice>
  if (text.text === undefined) return <Notice>{chat.skillNotSent}</Notice>
  return (
    <pre className="rounded-control border border-line bg-sunken p-3 font-mono text-interface break-words whitespace-pre-wrap">
      {showHidden(text.text)}
    </pre>
  )
}
