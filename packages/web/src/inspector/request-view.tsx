import type { ReactNode } from 'react'
import { useFormat, useSentences } from '../language/index.ts'
import { Bar } from './bar.tsx'
import { ExactText } from './exact-text.tsx'
import type { Marks } from './marks.ts'
import { useInspected } from './open.ts'
import type { RequestRow, Size } from './rows.ts'
import { Table } from './table.tsx'

export interface RequestViewProps {
  readonly conversation: string
  readonly model: string
  readonly rows: readonly RequestRow[]
  readonly size: Size
  readonly before?: readonly RequestRow[]
  readonly beforeStep?: number
  readonly marks: Marks
  readonly children?: ReactNode
}

/** A request: how large, of what, and each part's exact text. */
export function RequestView(props: RequestViewProps) {
  const { conversation, model, rows, size, before, beforeStep = 0, marks, children } = props
  const { inspector } = useSentences()
  const { number, estimate } = useFormat()
  const part = useInspected((inspected) => inspected.part)
  const open = rows.find(({ id }) => part?.conversation === conversation && part.rowId === id)
  const total = size.isCounted ? number(size.total) : estimate(size.total)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold tabular-nums">
          {size.window === undefined
            ? inspector.total(total)
            : inspector.totalOf(total, number(size.window))}
        </span>
        <span className="min-w-0 font-mono text-text2">{model}</span>
      </p>
      <Bar rows={rows} size={size} />
      <p className="text-label text-text2">
        {size.isCounted ? inspector.counted : inspector.estimated}
      </p>
      <Table
        rows={rows}
        before={before}
        beforeStep={beforeStep}
        marks={marks}
        onOpen={({ id }) => useInspected.setState({ part: { conversation, rowId: id } })}
      />
      {children}
      <ExactText
        title={open === undefined ? '' : titleOf(open, inspector)}
        text={open?.text}
        onClose={() => useInspected.setState({ part: undefined })}
      />
    </div>
  )
}

function titleOf(
  { group, title }: RequestRow,
  inspector: ReturnType<typeof useSentences>['inspector'],
): string {
  return group === 'skills' ? inspector.skill(title) : inspector.group[group]
}
