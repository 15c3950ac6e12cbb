/** The grammar of one language, for `registerLanguage`. */
declare function grammar(highlighter: unknown): unknown
export default grammar
