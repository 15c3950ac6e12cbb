import { Tabs } from '@base-ui/react/tabs'
import { useSentences } from '../language/index.ts'
import { useOpen } from '../state/index.ts'
import { Next } from './next.tsx'
import { useInspected } from './open.ts'
import { Sent } from './sent.tsx'

/** What the model was sent, request by request, and what the draft would send. */
export function Inspector() {
  const { inspector } = useSentences()
  const conversation = useOpen(({ id }) => id)
  const isEmpty = useOpen(({ messages }) => messages.length === 0)
  const tab = useInspected((inspected) => inspected.tab)
  if (conversation === '') return <p className="p-4 text-text2">{inspector.nothingSent}</p>
  return (
    <Tabs.Root
      value={tab ?? (isEmpty ? 'next' : 'sent')}
      onValueChange={(now) => useInspected.setState({ tab: now === 'next' ? 'next' : 'sent' })}
      className="flex flex-col"
    >
      <Tabs.List activateOnFocus className="flex shrink-0 gap-1 border-b border-line px-3">
        {(['sent', 'next'] as const).map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            className="-mb-px min-h-8 border-b-2 border-transparent px-2 text-text2 -outline-offset-2 hover:text-text aria-selected:border-accent aria-selected:font-semibold aria-selected:text-text coarse:min-h-11"
          >
            {inspector.tab[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="sent" className="flex flex-col gap-2 p-4 -outline-offset-2">
        <Sent key={conversation} conversation={conversation} />
      </Tabs.Panel>
      <Tabs.Panel value="next" className="flex flex-col gap-2 p-4 -outline-offset-2">
        <Next key={conversation} conversation={conversation} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
