import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** Tells people who do not see the page what happens on it. Nothing is shown, no focus moves. */
export interface Announce {
  /** Said when the reader pauses: "Answer finished". */
  readonly status: (sentence: string) => void
  /** Said at once: "Skillet asks to edit fence.ts. Ctrl+J to look". */
  readonly alert: (sentence: string) => void
}

const Context = createContext<Announce>({ status: () => {}, alert: () => {} })

/** The page's one polite status and its one alert. */
export function AnnounceProvider({ children }: { readonly children: ReactNode }) {
  const [status, setStatus] = useState<Said>(silence)
  const [alert, setAlert] = useState<Said>(silence)
  const announce = useMemo<Announce>(
    () => ({
      status: (sentence) => setStatus((last) => ({ sentence, turn: last.turn + 1 })),
      alert: (sentence) => setAlert((last) => ({ sentence, turn: last.turn + 1 })),
    }),
    [],
  )
  return (
    <Context value={announce}>
      {children}
      <div role="status" aria-atomic="true" className="sr-only">
        <Said {...status} />
      </div>
      <div role="alert" aria-atomic="true" className="sr-only">
        <Said {...alert} />
      </div>
    </Context>
  )
}

export function useAnnounce(): Announce {
  return useContext(Context)
}

interface Said {
  readonly sentence: string
  readonly turn: number
}

const silence: Said = { sentence: '', turn: 0 }

/** The key makes a new node, so that a sentence said twice is read twice. */
function Said({ sentence, turn }: Said) {
  return <span key={turn}>{sentence}</span>
}
