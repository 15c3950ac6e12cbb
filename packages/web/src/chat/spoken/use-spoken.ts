import type { Approval, SkilletMessage } from '@skillet/server/contract'
import { useEffect, useRef } from 'react'
import { useAnnounce } from '../../announce/index.ts'
import { alertSentence, commandKeys } from '../../approval/index.ts'
import { usePlaces } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { type Heard, heard, type Said, whatHappened } from './what-happened.ts'

/** Tells those who do not see the page that an answer begins, ends, runs a tool, or asks something. */
export function useSpoken(
  conversationId: string,
  messages: readonly SkilletMessage[],
  approvals: readonly Approval[],
): void {
  const announce = useAnnounce()
  const all = useSentences()
  const places = usePlaces()
  const before = useRef<{ readonly id: string; readonly heard: Heard }>(undefined)
  const asked = useRef<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const now = heard(messages)
    if (before.current?.id === conversationId)
      for (const said of whatHappened(before.current.heard, now))
        announce.status(sentenceOf(said, all.chat))
    // What was there when the conversation was opened is no news.
    if (messages.length > 0) before.current = { id: conversationId, heard: now }
  }, [conversationId, messages, announce, all])

  useEffect(() => {
    for (const approval of approvals) {
      if (asked.current.has(approval.id)) continue
      announce.alert(alertSentence(approval, all, places, commandKeys('J')))
    }
    // No question waits any more: the page's alert says what is so now.
    if (approvals.length === 0 && asked.current.size > 0) announce.alert('')
    asked.current = new Set(approvals.map(({ id }) => id))
  }, [approvals, announce, all, places])
}

function sentenceOf(said: Said, chat: ReturnType<typeof useSentences>['chat']): string {
  switch (said.kind) {
    case 'started':
      return chat.answerStarted
    case 'finished':
      return chat.answerFinished
    case 'stopped':
      return chat.answerStopped
    case 'failed':
      return chat.answerFailed
    case 'running':
      return chat.runningTool(said.tool)
  }
}
