import { useEffect } from 'react'

/** What the window's title tells besides the name: that something waits, or that a turn runs. */
export interface WindowState {
  /** How many calls wait for the person. */
  readonly waiting?: number
  readonly running?: boolean
}

/** Sets the title of the window: `(1) Tidy the fences · Skillet`, `● …` while a turn runs. */
export function useWindowTitle(name: string | undefined, state: WindowState = {}): void {
  const title = windowTitle(name, state)
  useEffect(() => {
    document.title = title
  }, [title])
}

export function windowTitle(name: string | undefined, state: WindowState = {}): string {
  const { waiting = 0, running = false } = state
  const mark = waiting > 0 ? `(${waiting}) ` : running ? '● ' : ''
  return name === undefined || name === '' ? `${mark}Skillet` : `${mark}${name} · Skillet`
}
