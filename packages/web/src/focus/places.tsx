import {
  createContext,
  type ReactNode,
  type RefCallback,
  useCallback,
  useContext,
  useMemo,
  useRef,
} from 'react'

/** Where focus can be sent by name, from anywhere on the page. */
export type Place = 'text' | 'main' | 'conversations' | 'inspector' | 'waiting'

interface Places {
  /** Moves focus there; false where the place is not on the page now. */
  readonly focus: (place: Place) => boolean
  readonly set: (place: Place, element: HTMLElement) => () => void
}

const Context = createContext<Places>({ focus: () => false, set: () => () => {} })

/** Knows which elements are the named places, so that "back to the text" needs no search. */
export function FocusProvider({ children }: { readonly children: ReactNode }) {
  const elements = useRef(new Map<Place, HTMLElement>())
  const places = useMemo<Places>(
    () => ({
      focus: (place) => {
        const element = elements.current.get(place)
        element?.focus()
        return element !== undefined && document.activeElement === element
      },
      set: (place, element) => {
        elements.current.set(place, element)
        return () => {
          if (elements.current.get(place) === element) elements.current.delete(place)
        }
      },
    }),
    [],
  )
  return <Context value={places}>{children}</Context>
}

/**
 * Makes an element the named place while it is on the page.
 *
 * @example
 * <textarea ref={usePlace('text')} />
 */
export function usePlace(place: Place): RefCallback<HTMLElement> {
  const { set } = useContext(Context)
  return useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : set(place, element)),
    [place, set],
  )
}

/** Sends focus to a named place, as after a pick: `useFocus()('text')`. */
export function useFocus(): (place: Place) => boolean {
  return useContext(Context).focus
}
