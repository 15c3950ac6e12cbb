import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

export interface ScrollerProps {
  /** What it holds, for screen readers: "Code, TypeScript". */
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** A box whose content may be wider than it: then, and only then, Tab reaches it so that keys scroll. */
export function Scroller({ label, className, children }: ScrollerProps) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () =>
      setScrolls(
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      )
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what scrolls together, not of fields
    <div
      ref={box}
      role="group"
      aria-label={label}
      {...(scrolls ? { tabIndex: 0 } : {})}
      className={classes('overflow-auto -outline-offset-2', className)}
    >
      {children}
    </div>
  )
}
