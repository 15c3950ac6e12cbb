/*
 * What is used of highlight.js. Its own types bring in those of a page, which the command is not.
 */
import type grammar from './highlight-grammar.d.ts'

interface Highlighter {
  getLanguage(name: string): object | undefined
  registerLanguage(name: string, language: typeof grammar): void
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals?: boolean },
  ): { readonly value: string }
}

declare const highlighter: Highlighter
export default highlighter
