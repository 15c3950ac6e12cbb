import { useEffect, useRef, useState } from 'react'
import { Diff } from '../diff/index.ts'
import { showHidden } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, classes, Notice } from '../parts/index.ts'
import type { Whole } from './question.ts'

export interface WholeTextProps {
  readonly whole: Whole
  /** The end of the text was seen. */
  readonly read: boolean
  readonly onRead: () => void
}

/**
 * The whole of what a person agrees to, in a box. What is out of sight cannot be agreed to: a text
 * that is longer than its box counts as read once its end was scrolled into sight, or the box opened.
 */
export function WholeText({ whole, read, onRead }: WholeTextProps) {
  const { approval } = useSentences()
  const box = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const name = { diff: approval.theDiff, command: approval.theCommand, input: approval.theInput }

  useEffect(() => {
    const { current } = box
    if (current === null || read) return
    const look = () => {
      if (open || current.scrollTop + current.clientHeight >= current.scrollHeight - 2) onRead()
    }
    look()
    const watcher = new ResizeObserver(look)
    watcher.observe(current)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [open, read, onRead])

  return (
    <div>
      <section
        ref={box}
        aria-label={name[whole.kind]}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys too
        tabIndex={0}
        dir="ltr"
        className={classes(
          'overflow-x-hidden overflow-y-auto rounded-control border border-line bg-sunken py-2',
          !open && 'max-h-80',
        )}
      >
        {whole.kind === 'diff' ? (
          <Diff text={whole.text} />
        ) : (
          <pre className="px-3 font-mono text-interface break-words whitespace-pre-wrap">
            {showHidden(whole.text)}
          </pre>
        )}
      </section>
      {!read && (
        <Notice
          tone="warning"
          icon="arrow-down"
          className="pt-2"
          action={<Button onClick={() => setOpen(true)}>{approval.openWhole}</Button>}
        >
          {approval.readToEnd}
        </Notice>
      )}
    </div>
  )
}
