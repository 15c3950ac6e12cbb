import { memo } from 'react'
import { showHidden } from '../hidden-codes/index.ts'
import { classes } from '../parts/index.ts'
import { type DiffLine, diffSize, readDiff } from './read-diff.ts'

/**
 * A unified diff, wrapped, with its `+` and `-` kept for those who see no colour. Characters that
 * hide are shown as codes. Scrolling and its box belong to whoever shows it.
 */
export const Diff = memo(function Diff({ text }: { readonly text: string }) {
  return (
    <div className="min-w-full font-mono text-interface" dir="ltr">
      {readDiff(text).map((line, at) => (
        // A diff never changes its lines: their places are their names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Line key={at} line={line} />
      ))}
    </div>
  )
})

function Line({ line }: { readonly line: DiffLine }) {
  const { kind, before, after } = line
  const text = showHidden(line.text)
  if (kind === 'file' || kind === 'hunk' || kind === 'note')
    return (
      <div
        className={classes(
          'px-2 whitespace-pre-wrap',
          kind === 'hunk' ? 'text-accent' : 'text-text2',
        )}
      >
        {text}
      </div>
    )
  return (
    <div className={classes('flex', grounds[kind])}>
      <span
        aria-hidden="true"
        className="w-10 shrink-0 pr-2 text-right tabular-nums select-none max-medium:hidden"
      >
        {after ?? before}
      </span>
      <span className="w-5 shrink-0 text-center">{signs[kind]}</span>
      <span className="min-w-0 flex-1 pr-2 whitespace-pre-wrap">{text}</span>
    </div>
  )
}

const signs = { add: '+', del: '-', same: ' ' } as const

const grounds = { add: 'bg-add text-addText', del: 'bg-del text-delText', same: '' } as const

/** `+3 -1`: how much a diff changes. */
export function DiffSize({ text }: { readonly text: string }) {
  const { added, removed } = diffSize(text)
  return (
    <span className="font-mono whitespace-nowrap tabular-nums">
      <span className="text-success">+{added}</span> <span className="text-danger">-{removed}</span>
    </span>
  )
}
