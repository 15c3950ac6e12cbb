import { useEffect, useMemo, useRef, useState } from 'react'
import { showHidden } from '../hidden-codes/index.ts'
import { isComposing } from '../keys/index.ts'
import { useFormat, useSentences } from '../language/index.ts'
import { CopyButton, classes, Dialog, IconButton, Scroller } from '../parts/index.ts'
import { findHits } from './hits.ts'

export interface ExactTextProps {
  readonly title: string
  /** Undefined: closed. */
  readonly text: string | undefined
  readonly onClose: () => void
}

/** Exactly what was sent, to read, to search and to copy. */
export function ExactText({ title, text, onClose }: ExactTextProps) {
  return (
    <Dialog
      open={text !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      size="wide"
    >
      {text !== undefined && <Searched key={title} title={title} text={text} />}
    </Dialog>
  )
}

function Searched({ title, text }: { readonly title: string; readonly text: string }) {
  const { inspector } = useSentences()
  const { number } = useFormat()
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const { pieces, count } = useMemo(() => findHits(showHidden(text), wanted), [text, wanted])
  const marked = pieces.filter(({ hit }) => hit !== undefined).length
  const current = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hit is the current one
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' })
  }, [at, wanted])
  const step = (by: number) => setAt((now) => (marked === 0 ? 0 : (now + by + marked) % marked))
  return (
    <div className="flex flex-col gap-2 p-1">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          value={wanted}
          aria-label={inspector.search}
          placeholder={inspector.search}
          onChange={({ currentTarget }) => {
            setWanted(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          }}
          className="h-8 min-w-0 flex-1 rounded-control border border-control bg-surface px-2 coarse:h-11"
        />
        <span role="status" className="text-label text-text2 tabular-nums">
          {wanted !== '' && inspector.hits(count === 0 ? 0 : at + 1, number(count))}
        </span>
        <IconButton icon="chevron-up" label={inspector.hitBefore} onClick={() => step(-1)} />
        <IconButton icon="chevron-down" label={inspector.hitAfter} onClick={() => step(1)} />
        <CopyButton text={text} label={inspector.copy} />
      </div>
      <Scroller label={title} className="max-h-[60dvh] rounded-control bg-sunken p-3">
        <pre className="font-mono whitespace-pre-wrap">
          {pieces.map(({ text: piece, hit }, place) =>
            hit === undefined ? (
              piece
            ) : (
              <mark
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces are made anew with each search
                key={place}
                ref={hit === at ? current : null}
                className={classes(
                  'rounded-xs bg-accentSoft text-accentText',
                  hit === at && 'outline-2 outline-focus',
                )}
              >
                {piece}
              </mark>
            ),
          )}
        </pre>
      </Scroller>
    </div>
  )
}
