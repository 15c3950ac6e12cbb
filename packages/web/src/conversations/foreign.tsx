import { useAt } from '../frame/index.ts'
import { useSentences } from '../language/index.ts'
import { Banner, CopyButton } from '../parts/index.ts'
import { useOpen } from '../state/index.ts'

/** A conversation of another folder is shown: it is read only, and this opens it where it belongs. */
export function Foreign() {
  const { conversations } = useSentences()
  const { page, id } = useAt()
  const conversation = useOpen((open) => open.conversation)
  if (page !== 'conversation' || conversation?.id !== id || conversation === undefined) return null
  const { here, workspace, command } = conversation
  if (here) return null
  return (
    <Banner icon="lock" action={command !== undefined && <CopyButton text={command} />}>
      {conversations.belongs(workspace)}{' '}
      {command !== undefined && <code className="font-mono">{command}</code>}
    </Banner>
  )
}
