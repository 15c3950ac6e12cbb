import { useEffect, useRef, useState } from 'react'

/** The text of a field: what is stored, until somebody writes into it. */
export function useStoredText(stored: string) {
  const [text, setText] = useState(stored)
  const before = useRef(stored)
  useEffect(() => {
    setText((now) => (now === before.current ? stored : now))
    before.current = stored
  }, [stored])
  return [text, setText] as const
}
