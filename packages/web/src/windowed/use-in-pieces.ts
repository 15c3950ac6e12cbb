import { useEffect, useState } from 'react'

/** So many more at a time: a few milliseconds of work. */
const piece = 25

/** How many of a long list to draw by now. The rest follows by itself, whenever the page rests. */
export function useInPieces(count: number): number {
  const [drawn, setDrawn] = useState(piece)
  useEffect(() => {
    if (drawn >= count) return
    const timer = setTimeout(() => setDrawn((now) => now + piece), 16)
    return () => clearTimeout(timer)
  }, [drawn, count])
  return Math.min(drawn, count)
}
