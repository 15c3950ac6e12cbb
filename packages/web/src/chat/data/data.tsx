import type { DataParts } from '@skillet/server/contract'
import { memo } from 'react'
import type { Item } from '../../calls/index.ts'
import { shortPath, usePlaces } from '../../calls/index.ts'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Notice, Prose } from '../../parts/index.ts'

type DataPart = Extract<Item, { kind: 'data' }>['part']

/** What happened within an answer besides text and calls, each one line of Skillet. */
export const Data = memo(function Data({ part }: { readonly part: DataPart }) {
  switch (part.type) {
    case 'data-skill':
      return <Skill {...part.data} />
    case 'data-skill-dropped':
      return <Dropped {...part.data} />
    case 'data-follow-up':
      return <FollowUp {...part.data} />
    case 'data-compaction':
      return <Compaction {...part.data} />
    case 'data-knowledge':
      return <Knowledge {...part.data} />
    case 'data-notice':
      return (
        <Notice>
          <Prose of={part.data} />
        </Notice>
      )
    default:
      return null
  }
})

function Skill(data: DataParts['skill']) {
  const { chat } = useSentences()
  const { estimate, number, list } = useFormat()
  const { route, tokens = 0, truncated = 0, tools = [] } = data
  const name = showHiddenLine(data.name)
  const size = estimate(tokens)
  const said =
    route === 'model'
      ? chat.skillLoadedByModel(name, size)
      : route === 'read'
        ? chat.skillRead(name, size)
        : chat.skillLoaded(name, size)
  return (
    <Notice icon="skill">
      {said}
      {tools.length > 0 && <span className="block">{chat.skillTools(list(tools))}</span>}
      {truncated > 0 && (
        <span className="block text-warning">{chat.skillCut(number(truncated))}</span>
      )}
      {data.diagnostics?.map(({ message }) => (
        <span key={message} className="block">
          {message}
        </span>
      ))}
    </Notice>
  )
}

function Dropped({ name, reason }: DataParts['skill-dropped']) {
  const { chat } = useSentences()
  const shown = showHiddenLine(name)
  return (
    <Notice icon="skill">
      {reason === undefined ? chat.skillDropped(shown) : chat.skillDroppedWhy(shown, reason)}
    </Notice>
  )
}

/** What a skill's hook says to the model, in a frame that says whose words they are. */
function FollowUp({ hook, skill, text }: DataParts['follow-up']) {
  const { chat } = useSentences()
  const name = showHiddenLine(skill)
  return (
    <details className="rounded-card border border-line bg-bubble px-3 py-2">
      <summary className="text-interface text-text2">
        {hook === 'onError' ? chat.followUpOnError(name) : chat.followUp(name)}
      </summary>
      <p className="pt-2 text-reading break-words whitespace-pre-wrap" dir="auto">
        {showHidden(text)}
      </p>
    </details>
  )
}

function Compaction(data: DataParts['compaction']) {
  const { chat } = useSentences()
  const { estimate, number } = useFormat()
  const [before, after] = [estimate(data.tokensBefore), estimate(data.tokensAfter)]
  const messages = number(data.messages)
  return (
    <Notice>
      {data.summary === 'written' && chat.summarised(messages, before, after)}
      {data.summary === 'none' && chat.leftOut(messages, before, after)}
      {data.summary === 'kept' && chat.shortened(number(data.shortened), before, after)}
    </Notice>
  )
}

function Knowledge({ sources }: DataParts['knowledge']) {
  const { chat } = useSentences()
  const places = usePlaces()
  return (
    <details className="text-interface text-text2">
      <summary>{chat.knowledge(sources.length)}</summary>
      <ul className="flex flex-col gap-1 pt-1 pl-4">
        {sources.map(({ path, heading, firstLine, lastLine }) => (
          <li key={`${path} ${firstLine}`}>
            <code className="font-mono">{showHiddenLine(shortPath(path, places))}</code>,{' '}
            {chat.lines(firstLine, lastLine)}
            {heading !== '' && <span className="block">{showHiddenLine(heading)}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
