import { useEffect, useState } from 'react'
import { useAnnounce } from '../announce/index.ts'
import { useSentences } from '../language/index.ts'
import { IconButton } from './button.tsx'

export interface CopyButtonProps {
  /** What goes to the clipboard; a function is asked when the button is pressed. */
  readonly text: string | (() => string)
  /** The button's name; "Copy" without it. */
  readonly label?: string
  readonly className?: string
}

/** Copies a text and says so, or says that the browser did not allow it. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { parts } = useSentences()
  const announce = useAnnounce()
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()

  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    const done = await navigator.clipboard
      .writeText(typeof text === 'string' ? text : text())
      .then(() => true)
      .catch(() => false)
    setOutcome(done ? 'copied' : 'refused')
    announce.status(done ? parts.copied : parts.notCopied)
  }
  const said =
    outcome === undefined ? undefined : parts[outcome === 'copied' ? 'copied' : 'notCopied']
  return (
    <IconButton
      icon={outcome === 'copied' ? 'check' : outcome === 'refused' ? 'warning' : 'copy'}
      label={said ?? label ?? parts.copy}
      onClick={() => void copy()}
      {...(className === undefined ? {} : { className })}
    />
  )
}
