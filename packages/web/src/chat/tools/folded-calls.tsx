import { memo, useId, useState } from 'react'
import { type Call, countQuiet } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { Icon } from '../../parts/index.ts'
import { isSame, ToolCard } from './tool-card.tsx'

/** Neighbouring finished reads and searches as one line: "Read 6 files". */
export const FoldedCalls = memo(
  function FoldedCalls({ calls }: { readonly calls: readonly Call[] }) {
    const { chat } = useSentences()
    const id = useId()
    const [isOpen, setOpen] = useState(false)
    const { reads, searches } = countQuiet(calls)
    return (
      <div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="-ml-2 flex min-h-8 items-center gap-2 rounded-control px-2 text-interface text-text2 hover:bg-hover coarse:min-h-11"
        >
          <Icon name="done" className="text-success" />
          {chat.folded(reads, searches)}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} className="text-text3" />
        </button>
        {isOpen && (
          <ul id={id} className="flex flex-col gap-2 pt-1">
            {calls.map((call) => (
              <li key={call.part.toolCallId}>
                <ToolCard call={call} />
              </li>
            ))}
          </ul>
        )}
      </div>
    )
  },
  (before, after) =>
    before.calls.length === after.calls.length &&
    before.calls.every((call, at) => {
      const other = after.calls[at]
      return other !== undefined && isSame(call, other)
    }),
)
