import { useFormat, useSentences } from '../language/index.ts'
import { Badge, classes } from '../parts/index.ts'
import { colours } from './bar.tsx'
import type { Marks } from './marks.ts'
import { changeOf, goneRows, type RequestRow } from './rows.ts'

export interface TableProps {
  readonly rows: readonly RequestRow[]
  /** Of the request before in the same turn. */
  readonly before: readonly RequestRow[] | undefined
  /** The number of that request. */
  readonly beforeStep: number
  readonly marks: Marks
  readonly onOpen: (row: RequestRow) => void
}

/** The numbers of the bar; a row whose text is known opens it. */
export function Table({ rows, before, beforeStep, marks, onOpen }: TableProps) {
  const { inspector } = useSentences()
  const { number } = useFormat()
  const gone = goneRows(rows, before)
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{inspector.table}</caption>
      <thead className="text-label text-text2">
        <tr>
          <th scope="col" className="py-1 font-normal">
            {inspector.section}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {inspector.tokens}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-2 font-normal">
              <span className="flex items-start gap-2">
                <span
                  aria-hidden="true"
                  className={classes('mt-1 size-3 shrink-0 rounded-xs', colours[row.group])}
                />
                <span className="flex min-w-0 flex-col items-start gap-1">
                  <Name row={row} onOpen={onOpen} />
                  <RowMarks row={row} before={before} beforeStep={beforeStep} marks={marks} />
                </span>
              </span>
            </th>
            <td className="py-1 text-right whitespace-nowrap tabular-nums">{`≈ ${number(row.tokens)}`}</td>
          </tr>
        ))}
        {gone.map(({ id, group, title }) => (
          <tr key={`gone ${id}`} className="border-t border-line text-text2">
            <td colSpan={2} className="py-1">
              {inspector.gone(group === 'skills' ? title : inspector.group[group], beforeStep)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Name({ row, onOpen }: { readonly row: RequestRow; onOpen: TableProps['onOpen'] }) {
  const { inspector } = useSentences()
  const { group, title, text } = row
  const name = group === 'skills' ? inspector.skill(title) : inspector.group[group]
  if (text === undefined) return <span>{name}</span>
  return (
    <button
      type="button"
      className="min-h-6 text-left text-accent underline coarse:min-h-11"
      onClick={() => onOpen(row)}
    >
      {name}
    </button>
  )
}

function RowMarks({
  row,
  before,
  beforeStep,
  marks,
}: Omit<TableProps, 'rows' | 'onOpen'> & { row: RequestRow }) {
  const { inspector } = useSentences()
  const change = changeOf(row, before)
  return (
    <>
      {change === 'changed' && <Badge icon="edit">{inspector.changed(beforeStep)}</Badge>}
      {change === 'new' && <Badge icon="plus">{inspector.isNew(beforeStep)}</Badge>}
      {row.group === 'messages' && marks.summarised && (
        <Badge tone="warning" icon="queued">
          {inspector.summarised}
        </Badge>
      )}
      {row.group === 'skills' && marks.cut.has(row.title) && (
        <Badge tone="warning" icon="warning">
          {inspector.cut}
        </Badge>
      )}
    </>
  )
}
