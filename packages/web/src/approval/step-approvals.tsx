import type { Approval } from '@skillet/server/contract'
import { useCallback, useRef, useState } from 'react'
import { useAction } from '../action/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Notice } from '../parts/index.ts'
import { answer } from '../state/index.ts'
import { ApprovalCard } from './approval.tsx'
import { choicesOf } from './question.ts'
import { useSettled } from './use-settled.ts'

/** Everything of one step that waits for the person, as one list. */
export function StepApprovals({ requests }: { readonly requests: readonly Approval[] }) {
  const { approval } = useSentences()
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const onRead = useCallback((id: string) => setRead((now) => new Set([...now, id])), [])
  const [first] = requests
  if (first === undefined) return null
  if (requests.length === 1) return <ApprovalCard key={first.id} request={first} />
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold text-warning">{approval.several(requests.length)}</h4>
      <ul className="flex flex-col gap-2">
        {requests.map((request) => (
          <li key={request.id}>
            <ApprovalCard request={request} onRead={onRead} />
          </li>
        ))}
      </ul>
      {areAlike(requests) && (
        <AllowAll requests={requests} allRead={requests.every(({ id }) => read.has(id))} />
      )}
    </div>
  )
}

/** Calls of the same tool, which can be looked at together. */
function areAlike(requests: readonly Approval[]): boolean {
  const [first] = requests
  return requests.every((one) => one.tool === first?.tool && choicesOf(one) === 'call')
}

interface AllowAllProps {
  readonly requests: readonly Approval[]
  readonly allRead: boolean
}

function AllowAll({ requests, allRead }: AllowAllProps) {
  const { approval } = useSentences()
  const row = useRef<HTMLDivElement>(null)
  const { settled, check } = useSettled(row)
  const { run, busy, problem } = useAction()
  const tool = requests[0]?.tool
  const say =
    tool === 'edit' || tool === 'write'
      ? approval.allowAll[tool]
      : tool === 'bash'
        ? approval.allowAll.run
        : approval.allowAll.other

  const allow = () => {
    if (!allRead || !check()) return
    void run(() =>
      Promise.all(requests.map((one) => answer(one, { decision: 'once', digest: one.digest }))),
    )
  }
  return (
    <div ref={row} className="flex flex-col items-start gap-2">
      <Button
        busy={busy}
        aria-disabled={!(allRead && settled) || undefined}
        onClick={allow}
        className="aria-disabled:text-text3"
      >
        {say(requests.length)}
      </Button>
      {!allRead && <Notice>{approval.allowAllUnread}</Notice>}
      {problem !== undefined && (
        <Notice tone="danger">{approval.answerFailed(problem.message)}</Notice>
      )}
    </div>
  )
}
