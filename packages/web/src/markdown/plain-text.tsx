import { useSentences } from '../language/index.ts'
import { Notice } from '../parts/index.ts'
import type { Beyond } from './limits.ts'

export interface PlainTextProps {
  readonly text: string
  readonly because: Beyond | 'error'
}

/** A text as it is, and why it is not laid out. */
export function PlainText({ text, because }: PlainTextProps) {
  const { markdown } = useSentences()
  const reasons = {
    size: markdown.plainBySize,
    depth: markdown.plainByDepth,
    error: markdown.plainByError,
  }
  return (
    <div>
      <Notice>{reasons[because]}</Notice>
      <div className="whitespace-pre-wrap">{text}</div>
    </div>
  )
}
