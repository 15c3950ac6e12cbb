import { calledAs, type TextRange } from '@skillet/core/menu'
import type { PointerEvent, Ref } from 'react'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { Badge } from '../../parts/index.ts'
import type { MenuRow } from '../menu/index.ts'

export interface RowProps {
  readonly ref: Ref<HTMLDivElement> | undefined
  readonly id: string
  readonly row: MenuRow
  readonly ranges: readonly TextRange[]
  readonly selected: boolean
  readonly place: { readonly at: number; readonly of: number }
  readonly onPoint: (row: string) => void
  readonly onChoose: (row: string) => void
}

/** One line: name, hint, description, where it is from. The name keeps its room. */
export function Row(props: RowProps) {
  const { ref, id, row, ranges, selected, place, onPoint, onChoose } = props
  const { menu } = useSentences()
  const hint = showHiddenLine((row.kind === 'skill' ? row.entry.argumentHint : row.hint) ?? '')
  const description = showHiddenLine(row.description.replace(/\s+/gu, ' '))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the text names it by aria-activedescendant
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={selected}
      aria-posinset={place.at}
      aria-setsize={place.of}
      onPointerMove={(event) => moves(event) && onPoint(row.id)}
      onClick={() => onChoose(row.id)}
      className="highlight flex min-h-8 cursor-default flex-col justify-center rounded-control px-3 py-1 text-interface coarse:min-h-11"
    >
      {/* With very large text there is no room for the badge beside the name. */}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="flex min-w-0 grow basis-40 items-baseline gap-2">
          <span className="max-w-[75%] min-w-0 shrink-0 truncate font-semibold medium:max-w-[70%]">
            /<Name row={row} ranges={ranges} />
          </span>
          {hint !== '' && (
            <span className="min-w-0 shrink-[2] truncate font-mono text-label text-text2">
              {hint}
            </span>
          )}
          <span className="min-w-0 flex-1 truncate text-text2">
            <span className="hidden medium:inline">{description}</span>
          </span>
        </span>
        {row.kind === 'skill' && <Badge>{menu.scope(row.entry.scope)}</Badge>}
      </span>
      {selected && description !== '' && (
        <span className="line-clamp-3 break-words text-text2 medium:hidden">{description}</span>
      )}
    </div>
  )
}

/** A pointer at rest under a list that moves has not moved. */
function moves({ movementX, movementY }: PointerEvent): boolean {
  return movementX !== 0 || movementY !== 0
}

/** The name with the letters that were typed; the qualified form where the name alone is another skill. */
function Name({ row, ranges }: Pick<RowProps, 'row' | 'ranges'>) {
  const shown = showHiddenLine(calledAs(row))
  if (shown !== row.name || ranges.length === 0) return shown
  return ranges.map(({ start, end }, at) => (
    <span key={start}>
      {shown.slice(ranges[at - 1]?.end ?? 0, start)}
      <span className="underline decoration-accent decoration-2 underline-offset-2">
        {shown.slice(start, end)}
      </span>
      {at === ranges.length - 1 && shown.slice(end)}
    </span>
  ))
}
