import type { ComponentProps, ReactNode } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { useSentences } from '../language/index.ts'
import { Icon, Scroller } from '../parts/index.ts'
import { CodeBox } from './code-box.tsx'
import { MissingImage } from './missing-image.tsx'
import { OutsideLink } from './outside-link.tsx'
import { textOf } from './tree.ts'

type Made<Tag extends 'a' | 'h1' | 'img' | 'input' | 'pre' | 'table'> = ComponentProps<Tag> &
  ExtraProps

/** What each element of Markdown becomes. Headings of an answer stand below the page's own. */
export const components: Components = {
  h1: ({ children }: Made<'h1'>) => <h4>{children}</h4>,
  h2: ({ children }: Made<'h1'>) => <h5>{children}</h5>,
  h3: ({ children }: Made<'h1'>) => <h6>{children}</h6>,
  h4: ({ children }: Made<'h1'>) => <h6>{children}</h6>,
  h5: ({ children }: Made<'h1'>) => <h6>{children}</h6>,
  h6: ({ children }: Made<'h1'>) => <h6>{children}</h6>,
  a: ({ href = '', node, children }: Made<'a'>) => (
    <OutsideLink href={href} text={node === undefined ? '' : textOf(node)}>
      {children}
    </OutsideLink>
  ),
  img: ({ src, alt = '' }: Made<'img'>) => (
    <MissingImage src={typeof src === 'string' ? src : ''} alt={alt} />
  ),
  input: ({ checked = false }: Made<'input'>) => <TaskMark done={checked} />,
  pre: ({ node }: Made<'pre'>) => <Pre node={node} />,
  table: ({ children }: Made<'table'>) => <WideTable>{children}</WideTable>,
}

function Pre({ node }: Pick<ExtraProps, 'node'>) {
  const code = node?.children[0]
  if (node === undefined || code?.type !== 'element') return null
  const names = code.properties['className']
  const name = Array.isArray(names) ? String(names[0] ?? '') : ''
  return (
    <CodeBox code={textOf(code).replace(/\n$/, '')} language={name.replace(/^language-/, '')} />
  )
}

function WideTable({ children }: { readonly children: ReactNode }) {
  const { markdown } = useSentences()
  return (
    <Scroller label={markdown.table} className="wide-block table-box">
      <table>{children}</table>
    </Scroller>
  )
}

function TaskMark({ done }: { readonly done: boolean }) {
  const { markdown } = useSentences()
  return (
    <span className="task-mark">
      <Icon name={done ? 'done' : 'pending'} />
      <span className="sr-only">{done ? markdown.done : markdown.notDone}</span>
    </span>
  )
}
