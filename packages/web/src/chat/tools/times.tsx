import type { SkilletMessage } from '@skillet/server/contract'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type CallTimes, watchCalls } from '../../calls/index.ts'
import { useFormat } from '../../language/index.ts'

const Context = createContext<CallTimes>(new Map())

/** Watches the last answer for when its calls begin and end; an answer alone has no times. */
export function CallTimesProvider({ last, children }: CallTimesProviderProps) {
  const [times, setTimes] = useState<CallTimes>(new Map())
  const before = useRef<SkilletMessage>(undefined)
  useEffect(() => {
    const seen = before.current?.id === last?.id ? before.current : undefined
    // An answer that begins now has nothing of which the beginning was missed.
    const first = last?.metadata?.end === undefined && last?.parts.length === 0
    if (last !== undefined)
      setTimes((now) => watchCalls(now, first ? last : seen, last, Date.now()))
    before.current = last
  }, [last])
  return <Context value={times}>{children}</Context>
}

interface CallTimesProviderProps {
  readonly last: SkilletMessage | undefined
  readonly children: ReactNode
}

/** How long a call has run so far, or ran. Nothing where nobody saw it begin. */
export function CallTime({ callId }: { readonly callId: string }) {
  const time = useContext(Context).get(callId)
  const { duration } = useFormat()
  const now = useNow(time !== undefined && time.endedAt === undefined)
  if (time === undefined) return null
  return (
    <span className="shrink-0 text-label text-text3 tabular-nums">
      {duration(Math.max(0, (time.endedAt ?? now) - time.startedAt))}
    </span>
  )
}

/** The time, once a second while it is wanted. */
function useNow(wanted: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!wanted) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [wanted])
  return now
}
