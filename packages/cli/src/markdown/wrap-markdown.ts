import { createStyle } from '../screen/terminal.ts'
import { createMarkdownView } from './view.ts'

/** Markdown as it is written, with every mark: only lines that are longer than the screen are wrapped. */
export function wrapMarkdown(text: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY) return text
  const view = createMarkdownView({ style: createStyle(false), columns: () => columns })
  return (view.push(text) + view.flush()).replace(/\n$/u, '')
}
