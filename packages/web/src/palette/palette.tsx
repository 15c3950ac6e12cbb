import { Dialog as Base } from '@base-ui/react/dialog'
import {
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isComposing } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Icon } from '../parts/index.ts'
import { offer } from './offer.ts'
import { type Offer, useOffers } from './use-offers.ts'

export interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Search and commands: pages, conversations and skills by a few letters. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const { palette } = useSentences()
  const chosen = useRef<Offer>(undefined)
  return (
    <Base.Root open={open} onOpenChange={(now) => onOpenChange(now)}>
      <Base.Portal>
        <Base.Backdrop className="fading fixed inset-0 z-40 bg-shade" />
        <Base.Popup
          aria-label={palette.title}
          // What was chosen happens once focus is back where it was, so that it can send it elsewhere:
          // a task later, since base-ui gives it back in a microtask after it asked for the place.
          finalFocus={() => {
            if (chosen.current !== undefined) setTimeout(chosen.current.act)
            chosen.current = undefined
            return true
          }}
          className="floating fixed inset-x-3 top-[10dvh] z-40 mx-auto flex max-h-[80dvh] max-w-welcome flex-col rounded-float border border-control bg-raised shadow-float has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus forced:has-[input:focus-visible]:outline-[Highlight]"
        >
          <Choosing
            onChoose={(offered) => {
              chosen.current = offered
              onOpenChange(false)
            }}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Choosing({ onChoose }: { readonly onChoose: (offered: Offer) => void }) {
  const { palette } = useSentences()
  const all = useOffers()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const shown = useMemo(() => offer(all, wanted), [all, wanted])
  const [highlighted, setHighlighted] = useState<string>()
  const at = placeOf(highlighted, shown)
  const id = useId()
  const current = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is highlighted
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [at, shown])

  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    // Keys may come faster than rows are drawn: they are about what was typed.
    const offered = text === wanted ? shown : offer(all, text)
    const from = placeOf(highlighted, offered)
    const count = offered.length
    const to = { ArrowDown: (from + 1) % count, ArrowUp: (from - 1 + count) % count }[event.key]
    if (to !== undefined && count > 0) {
      event.preventDefault()
      setHighlighted(offered[to]?.id)
    }
    const picked = offered[from]
    if (event.key === 'Enter' && picked !== undefined) {
      event.preventDefault()
      onChoose(picked)
    }
  }
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-text2" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length === 0 ? undefined : `${id}-${at}`}
          aria-autocomplete="list"
          aria-label={palette.title}
          placeholder={palette.hint}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setHighlighted(undefined)
          }}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 bg-transparent px-2 text-reading outline-none"
        />
      </div>
      <p role="status" className={shown.length === 0 ? 'p-4 text-text2' : 'sr-only'}>
        {shown.length === 0 ? palette.nothing : palette.count(shown.length)}
      </p>
      <ul
        id={`${id}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows are the options of the field above
        role="listbox"
        aria-label={palette.title}
        className="min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {shown.map((offered, place) => (
          <Option
            key={offered.id}
            id={`${id}-${place}`}
            offered={offered}
            selected={place === at}
            ref={place === at ? current : undefined}
            onHover={() => setHighlighted(offered.id)}
            onChoose={() => onChoose(offered)}
          />
        ))}
      </ul>
    </>
  )
}

/** The first one is highlighted until another is. */
function placeOf(highlighted: string | undefined, shown: readonly Offer[]): number {
  return Math.max(
    shown.findIndex(({ id }) => id === highlighted),
    0,
  )
}

interface OptionProps {
  readonly id: string
  readonly offered: Offer
  readonly selected: boolean
  readonly ref: Ref<HTMLLIElement> | undefined
  readonly onHover: () => void
  readonly onChoose: () => void
}

function Option({ id, offered, selected, ref, onHover, onChoose }: OptionProps) {
  const { palette } = useSentences()
  const { icon, kind, label, detail } = offered
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field names it with aria-activedescendant
    <li
      ref={ref}
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a row of the list above
      role="option"
      aria-selected={selected}
      onMouseMove={onHover}
      onClick={onChoose}
      className="highlight flex min-h-8 items-center gap-2 rounded-control px-3 py-1 coarse:min-h-11"
    >
      <Icon name={icon} className="text-text2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {detail !== undefined && (
          <span className="block truncate text-label text-text2">{detail}</span>
        )}
      </span>
      <span className="shrink-0 text-label text-text2">{palette.kind[kind]}</span>
    </li>
  )
}
