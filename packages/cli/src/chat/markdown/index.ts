export { createMarkdown, type Markdown } from './document.ts'
export { type Highlight, loadHighlighter } from './highlight.ts'
