import { useState } from 'react'
import { useFormat, useSentences } from '../language/index.ts'
import { Button, CopyButton, classes, IconButton, Scroller } from '../parts/index.ts'
import { Highlighted } from './highlighted.tsx'

export interface CodeBoxProps {
  readonly code: string
  /** The word behind the fence, as written; empty without one. */
  readonly language: string
}

const foldedLines = 40

/** Code with its language, Copy and a switch for wrapping; over 40 lines the rest is folded. */
export function CodeBox({ code, language }: CodeBoxProps) {
  const { markdown } = useSentences()
  const { number } = useFormat()
  const [wraps, setWraps] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const lines = code.split('\n')
  const isLong = lines.length > foldedLines
  const shown = isLong && !unfolded ? lines.slice(0, foldedLines).join('\n') : code
  return (
    <div className="wide-block code-box">
      <div className="code-head">
        <span className="min-w-0 flex-1 truncate font-mono text-label text-text2">{language}</span>
        <IconButton
          icon="wrap"
          label={markdown.wrapLines}
          pressed={wraps}
          onClick={() => setWraps(!wraps)}
        />
        <CopyButton text={code} label={markdown.copyCode} />
      </div>
      <Scroller label={language === '' ? markdown.code : markdown.codeIn(language)}>
        <pre className={classes(wraps && 'wraps')}>
          <code>
            <Highlighted code={shown} language={language} />
          </code>
        </pre>
      </Scroller>
      {isLong && (
        <Button
          variant="quiet"
          icon={unfolded ? 'chevron-up' : 'chevron-down'}
          className="code-fold"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded
            ? markdown.showFewerLines(number(foldedLines))
            : markdown.showAllLines(number(lines.length))}
        </Button>
      )}
    </div>
  )
}
