import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFocus } from '../focus/index.ts'
import { useShortcut } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Icon, Kbd } from '../parts/index.ts'
import { commandKeys } from './command-keys.ts'

interface Waiting {
  /** How many cards wait and are out of sight. */
  readonly outOfSight: number
  /** Goes to the first card that is out of sight, or the first one. */
  readonly look: () => void
  /** After an answer: to the next card, or back to the text. */
  readonly leave: (id: string) => void
  readonly add: (id: string, card: HTMLElement) => () => void
}

const Context = createContext<Waiting>({
  outOfSight: 0,
  look: () => {},
  leave: () => {},
  add: () => () => {},
})

/** Knows the cards that wait for the person, where they are, and how to get there and back. */
export function WaitingProvider({ children }: { readonly children: ReactNode }) {
  const focus = useFocus()
  const cards = useRef(new Map<string, HTMLElement>())
  const hidden = useRef(new Set<Element>())
  const [outOfSight, setOutOfSight] = useState(0)

  const waiting = useMemo(() => {
    const watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) hidden.current.delete(target)
        else hidden.current.add(target)
      }
      setOutOfSight(hidden.current.size)
    })
    const add = (id: string, card: HTMLElement) => {
      cards.current.set(id, card)
      watcher.observe(card)
      return () => {
        if (cards.current.get(id) === card) cards.current.delete(id)
        watcher.unobserve(card)
        hidden.current.delete(card)
        setOutOfSight(hidden.current.size)
      }
    }
    const leave = (id: string) => {
      const left = inOrder(cards.current).find((card) => card !== cards.current.get(id))
      if (left === undefined) focus('text')
      else goTo(left)
    }
    const look = () => {
      const all = inOrder(cards.current)
      const next = all.find((card) => hidden.current.has(card)) ?? all[0]
      if (next !== undefined) goTo(next)
    }
    return { add, leave, look }
  }, [focus])

  useShortcut('waiting', () => {
    const all = inOrder(cards.current)
    const at = all.findIndex((card) => card.contains(document.activeElement))
    const next = all[at + 1]
    if (next === undefined) return focus('text')
    goTo(next)
    return true
  })
  const value = useMemo(() => ({ ...waiting, outOfSight }), [waiting, outOfSight])
  return <Context value={value}>{children}</Context>
}

export function useWaiting(): Waiting {
  return useContext(Context)
}

/** Tells where a card is, while it is on the page. */
export function useWaitingCard(id: string, card: RefObject<HTMLElement | null>): void {
  const { add } = useWaiting()
  useEffect(() => (card.current === null ? undefined : add(id, card.current)), [add, id, card])
}

/** "1 waits for you": there only while a card is out of sight. */
export function WaitingPill() {
  const { outOfSight, look } = useWaiting()
  const { approval } = useSentences()
  if (outOfSight === 0) return null
  return (
    <button
      type="button"
      onClick={look}
      className="pointer-events-auto inline-flex min-h-8 items-center gap-2 rounded-full border-2 border-warning bg-raised px-3 text-interface text-warning shadow-float hover:bg-hover coarse:min-h-11"
    >
      <Icon name="waiting" />
      {approval.pill(outOfSight)}
      <Kbd>{commandKeys('J')}</Kbd>
    </button>
  )
}

function goTo(card: HTMLElement): void {
  card.scrollIntoView({ block: card.offsetHeight > innerHeight / 2 ? 'start' : 'nearest' })
  card.focus({ preventScroll: true })
}

function inOrder(cards: ReadonlyMap<string, HTMLElement>): readonly HTMLElement[] {
  return [...cards.values()].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
}
