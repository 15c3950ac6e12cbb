export { CodeBox, type CodeBoxProps } from './code-box.tsx'
export { Markdown, type MarkdownProps } from './markdown.tsx'
export { PlainText, type PlainTextProps } from './plain-text.tsx'
