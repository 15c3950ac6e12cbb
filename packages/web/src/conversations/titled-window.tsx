import { useEffect } from 'react'
import { useAt } from '../frame/index.ts'
import { useSentences } from '../language/index.ts'
import { useOpen } from '../state/index.ts'
import { windowTitle } from './window-title.ts'

/** Keeps the window's title: of the conversation, or of the page. Draws nothing. */
export function TitledWindow() {
  const { shell, conversations } = useSentences()
  const { page } = useAt()
  const title = useOpen(({ conversation }) => conversation?.title)
  const running = useOpen((open) => open.running !== undefined)
  const waiting = useOpen(({ approvals }) => approvals.length)
  const names = {
    conversation: title ?? conversations.untitled,
    skills: shell.skills,
    settings: shell.settings,
    start: shell.start,
    unknown: shell.notFound,
  }
  const name = conversations.windowTitle(names[page])
  const whole = windowTitle({ name, running, waiting })
  useEffect(() => {
    document.title = whole
  }, [whole])
  return null
}
