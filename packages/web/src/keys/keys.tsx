import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { thisKeyboard } from './keyboard.ts'
import { type Keys, type Shortcut, shortcutOf } from './table.ts'

/** Answers a shortcut; `false` leaves it to whoever came before, and at last to the browser. */
export type Answer = (event: KeyboardEvent) => unknown

interface Listeners {
  readonly add: (shortcut: Shortcut, answer: Answer) => () => void
}

const Context = createContext<Listeners>({ add: () => () => {} })

/**
 * The page's only listener for shortcuts. It sits on the window, behind the document where dialogs
 * and menus listen: a key that one of them used never comes here. The latest part that asked for a
 * shortcut is asked first, so that Escape closes the topmost thing.
 */
export function KeysProvider({ children }: { readonly children: ReactNode }) {
  const answers = useRef(new Map<Shortcut, readonly Answer[]>())
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const shortcut = shortcutOf(event, whereIs(event.target), thisKeyboard())
      if (shortcut === undefined) return
      const answered = answers.current.get(shortcut)?.findLast((answer) => answer(event) !== false)
      if (answered !== undefined) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const listeners = useMemo<Listeners>(
    () => ({
      add: (shortcut, answer) => {
        const { current } = answers
        current.set(shortcut, [...(current.get(shortcut) ?? []), answer])
        return () => {
          current.set(shortcut, current.get(shortcut)?.filter((other) => other !== answer) ?? [])
        }
      },
    }),
    [],
  )
  return <Context value={listeners}>{children}</Context>
}

/**
 * Answers a shortcut while the component is on the page and `active`.
 *
 * @param active false takes the part out of the row, as a closed drawer that no longer takes Escape
 */
export function useShortcut(shortcut: Shortcut, answer: Answer, active = true): void {
  const { add } = useContext(Context)
  const latest = useRef(answer)
  useEffect(() => {
    latest.current = answer
  })
  useEffect(
    () => (active ? add(shortcut, (event) => latest.current(event)) : undefined),
    [add, shortcut, active],
  )
}

/** Letters are answers only inside `data-keys="approval"`, and never while someone types a text. */
function whereIs(target: EventTarget | null): Keys['where'] {
  if (!(target instanceof Element) || target.matches('input, textarea, select')) return 'anywhere'
  return target.closest('[data-keys="approval"]') === null ? 'anywhere' : 'approval'
}
