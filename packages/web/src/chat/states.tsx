import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Problem } from '../api/index.ts'
import { fillComposer } from '../composer/index.ts'
import { showHidden, showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Icon, Notice, Prose } from '../parts/index.ts'
import { startWith } from '../skills-view/index.ts'
import { usePage } from '../state/index.ts'

/** A conversation in which nothing was said yet. */
export function EmptyConversation({ id }: { readonly id: string }) {
  const { chat, shell } = useSentences()
  const model = usePage(({ session }) => session?.model)
  const entries = usePage(({ skills }) => skills?.entries)
  const isNewcomer = usePage(({ conversations }) => conversations?.length === 0)
  const skills = startWith(entries ?? [], isNewcomer)
  return (
    <div className="mx-auto flex w-full max-w-reading flex-1 flex-col justify-center gap-6 py-8">
      <div className="flex flex-col gap-2">
        <h2 className="text-title font-semibold">{chat.emptyTitle}</h2>
        {model !== undefined && (
          <p className="text-reading text-text2">
            {model.guided ? chat.emptyGuided : chat.emptyModel(showHiddenLine(model.id))}
          </p>
        )}
      </div>
      {skills.length > 0 && (
        <section aria-label={chat.emptySkills} className="flex flex-col gap-2">
          <p className="text-label font-semibold text-text2">{chat.emptySkills}</p>
          <ul className="flex flex-col gap-1">
            {skills.map(({ path, callableAs, description }) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => fillComposer(id, { skill: path })}
                  className="flex w-full items-start gap-2 rounded-card border border-line bg-surface px-3 py-2 text-left hover:bg-hover"
                >
                  <Icon name="skill" className="mt-0.5 text-accent" />
                  <span className="min-w-0 flex-1">
                    <span className="font-semibold">/{showHiddenLine(callableAs)}</span>
                    <span className="line-clamp-2 text-text2">{showHidden(description)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-text2">
        {chat.emptySlash}{' '}
        <Link href="/start" className="text-accent underline">
          {shell.start}
        </Link>
      </p>
    </div>
  )
}

/** After this long, in milliseconds, a person wants to know that something is on its way. */
const patienceMs = 300

/** A thin line at the top, once the conversation is long in coming. */
export function LoadingLine() {
  const { chat } = useSentences()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <div role="status" className="absolute inset-x-0 top-0 h-0.5 bg-accent">
      <span className="sr-only">{chat.reading}</span>
    </div>
  )
}

/** The conversation could not be read: what happened, what to do, and Retry. The draft stays. */
export function FailedConversation({ problem, onRetry }: FailedConversationProps) {
  const { chat, parts } = useSentences()
  return (
    <Notice
      tone="danger"
      className="mx-auto my-4 w-full max-w-reading rounded-card border border-danger bg-dangerSoft p-4"
      action={
        <Button icon="retry" onClick={onRetry}>
          {parts.retry}
        </Button>
      }
    >
      <strong className="block font-semibold">{chat.readFailed}</strong>
      <Prose of={problem ?? {}} /> {chat.readFailedHelp}
    </Notice>
  )
}

interface FailedConversationProps {
  readonly problem: Problem | undefined
  readonly onRetry: () => void
}
