import type { ToolOutput } from '@skillet/server/contract'
import { useState } from 'react'
import { type CallState, lastLines, plainOutput } from '../../calls/index.ts'
import { Diff } from '../../diff/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Button, CopyButton, Notice } from '../../parts/index.ts'
import { isShownImage, StoredImage } from '../files/index.ts'

/** So many lines of what runs, or failed, are shown at once. */
const fewLines = 12

export interface OutputProps {
  readonly output: ToolOutput
  readonly state: CallState
}

/** What came of a call: its diff, its image, or its text with what was left out. */
export function Output({ output, state }: OutputProps) {
  const { chat } = useSentences()
  const { bytes } = useFormat()
  const { exitCode, truncated, notices = [], stale, image, diff, wants } = output
  return (
    <div className="flex flex-col gap-2">
      {stale === true && <Notice tone="warning">{chat.stale}</Notice>}
      {typeof exitCode === 'number' && exitCode !== 0 && (
        <Notice tone="danger">{chat.exitCode(exitCode)}</Notice>
      )}
      {exitCode === null && state !== 'running' && <Notice tone="warning">{chat.killed}</Notice>}
      {image !== undefined && isShownImage(image.mediaType, image.url) && (
        <StoredImage url={image.url} name={chat.toolImage} />
      )}
      {diff !== undefined && diff !== '' ? (
        <DiffBox text={diff} />
      ) : (
        <TextBox output={output} state={state} />
      )}
      {truncated !== undefined && truncated > 0 && (
        <Notice>{chat.bytesLeftOut(bytes(truncated))}</Notice>
      )}
      {wants === 'network' && <Notice>{chat.wantsNetwork}</Notice>}
      {wants === 'home' && <Notice>{chat.wantsHome}</Notice>}
      {notices.map((notice) => (
        <Notice key={notice}>{notice}</Notice>
      ))}
    </div>
  )
}

function DiffBox({ text }: { readonly text: string }) {
  return (
    <div className="max-h-120 overflow-x-hidden overflow-y-auto rounded-control border border-line bg-sunken py-2">
      <Diff text={text} />
    </div>
  )
}

function TextBox({ output, state }: OutputProps) {
  const { chat } = useSentences()
  const { number } = useFormat()
  const [whole, setWhole] = useState(false)
  const text = plainOutput(output.text)
  const last = lastLines(text, fewLines)
  const isShort = !whole && (state === 'running' || state === 'failed' || state === 'stopped')
  if (output.outputLines === 0 || text.trim() === '')
    return (
      <p className="text-text2">
        {state === 'running' ? chat.noOutputYet : text.trim() === '' ? chat.noOutput : text}
      </p>
    )
  return (
    <div>
      <div className="relative">
        <section
          aria-label={chat.output}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys too
          tabIndex={0}
          className="max-h-120 overflow-y-auto rounded-control border border-line bg-sunken"
        >
          <pre
            dir="ltr"
            className="p-3 pr-12 font-mono text-interface break-words whitespace-pre-wrap"
          >
            {isShort ? last.text : text}
          </pre>
        </section>
        <CopyButton text={output.text} className="absolute top-1 right-1" />
      </div>
      {state !== 'running' && (isShort || whole) && last.all > last.shown && (
        <p className="flex flex-wrap items-center gap-2 pt-1 text-text2">
          {isShort && chat.lastLines(number(last.shown), number(last.all))}
          <Button variant="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? chat.lastLinesOnly : chat.wholeOutput}
          </Button>
        </p>
      )}
    </div>
  )
}
