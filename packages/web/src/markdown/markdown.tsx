import { memo, useDeferredValue, useMemo } from 'react'
import parse from 'react-markdown'
import remend from 'remend'
import { Boundary, classes } from '../parts/index.ts'
import { type Block, cutBlocks } from './blocks.ts'
import { borrowFor } from './borrow.ts'
import { CodeBox } from './code-box.tsx'
import { components } from './components.tsx'
import { beyond, sizeLimit } from './limits.ts'
import { PlainText } from './plain-text.tsx'
import { plugins } from './plugins.ts'
import { readWholeFence } from './whole-fence.ts'

export interface MarkdownProps {
  readonly text: string
  /** The text is still growing: its last block is completed so that half a mark does not flicker. */
  readonly streaming?: boolean
  /** Code and tables may be wider than the text, where the region leaves room for it. */
  readonly wide?: boolean
  readonly className?: string
}

/**
 * Markdown that a model, a skill or a person wrote. Headings begin at level 4, nothing is loaded
 * from elsewhere, raw HTML is text. While the text grows only its last block is parsed again; a
 * block that is too large, too deep or broken shows as plain text and leaves the others alone.
 */
export function Markdown({ text, streaming = false, wide = false, className }: MarkdownProps) {
  // A long block may take longer than a frame; typing and scrolling come first.
  const deferred = useDeferredValue(text)
  const shown = streaming ? deferred : text
  const { blocks, definitions } = useMemo(() => cutBlocks(shown), [shown])
  const lookUp = useMemo(() => borrowFor(definitions), [definitions])
  return (
    <div className={classes('markdown', wide && 'markdown-wide', className)}>
      {blocks.map((block, at) => (
        <OneBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
          key={at}
          text={block.text}
          depth={block.depth}
          borrowed={lookUp(block.text)}
          growing={streaming && at === blocks.length - 1}
        />
      ))}
    </div>
  )
}

interface OneBlockProps extends Block {
  /** Definitions of other blocks that this one refers to. */
  readonly borrowed: string
  readonly growing: boolean
}

const OneBlock = memo(function OneBlock({ text, depth, borrowed, growing }: OneBlockProps) {
  const fence = text.length > sizeLimit ? undefined : readWholeFence(text)
  if (fence !== undefined) return <CodeBox {...fence} />
  const limit = beyond({ text, depth })
  if (limit !== undefined) return <PlainText text={text} because={limit} />
  return (
    <Boundary resetKey={text} instead={() => <PlainText text={text} because="error" />}>
      <Parsed text={growing ? remend(text, completion) : text} borrowed={borrowed} />
    </Boundary>
  )
})

function Parsed({ text, borrowed }: { readonly text: string; readonly borrowed: string }) {
  const children = `${borrowed}${text}`
  return parse({ children, components, urlTransform, ...plugins(borrowed.length) })
}

/** Addresses stay as written: links read theirs again, images are never loaded. */
const urlTransform = (address: string) => address

/** Half a link shows its text; math is no part of what we lay out. */
const completion = { linkMode: 'text-only', katex: false, htmlTags: false } as const
