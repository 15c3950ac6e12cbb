export { createMarkdownView, type MarkdownView } from './view.ts'
export { wrapMarkdown } from './wrap-markdown.ts'
