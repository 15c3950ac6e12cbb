import { useEffect, useRef, useState } from 'react'
import { useAnnounce } from '../../announce/index.ts'
import { asProblem } from '../../api/index.ts'
import { useShortcut } from '../../keys/index.ts'
import { useSentences } from '../../language/index.ts'
import { stop, useOpen } from '../../state/index.ts'

/** So long a second Esc stops, in milliseconds. */
export const armedMs = 2_000

/** Stops the answer by a button, or by Esc pressed twice while nothing else is open. */
export function useStop(conversationId: string, say: (sentence: string) => void) {
  const { composer } = useSentences()
  const announce = useAnnounce()
  const running = useOpen((open) => open.running !== undefined)
  const [armed, setArmed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const disarm = () => {
    clearTimeout(timer.current)
    setArmed(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const stopNow = () => {
    disarm()
    stop(conversationId).catch((thrown: unknown) => say(asProblem(thrown).message))
  }
  // Registered once, below all that opens later, so that Esc closes the topmost thing first.
  useShortcut('close', (event) => {
    if (!running || event.repeat) return false
    if (armed) {
      stopNow()
      return true
    }
    setArmed(true)
    announce.status(composer.escAgain)
    timer.current = setTimeout(() => setArmed(false), armedMs)
    return true
  })
  return { running, armed: armed && running, stopNow }
}
