import type { Emitter } from 'highlight.js'
import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

/** A text, or tokens of one kind. */
export type Token = string | { readonly kind: Kind; readonly children: readonly Token[] }

/** What a token is, as far as it has a colour of its own. */
export type Kind =
  | 'comment'
  | 'keyword'
  | 'text'
  | 'value'
  | 'name'
  | 'type'
  | 'add'
  | 'del'
  | 'plain'

const grammars = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}

/** Which of the highlighter's scopes we tell apart; of `title.function` the first word counts. */
const kinds: Readonly<Record<string, Kind>> = {
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  keyword: 'keyword',
  operator: 'plain',
  built_in: 'type',
  type: 'type',
  class: 'type',
  literal: 'value',
  number: 'value',
  symbol: 'value',
  bullet: 'value',
  string: 'text',
  regexp: 'text',
  code: 'text',
  title: 'name',
  section: 'name',
  name: 'keyword',
  'selector-tag': 'keyword',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  variable: 'name',
  'template-variable': 'name',
  addition: 'add',
  deletion: 'del',
}

/**
 * Collects tokens instead of HTML, since the page's policy lets no text become HTML. The methods are
 * those that the highlighter calls.
 */
class TokenEmitter implements Emitter {
  readonly tokens: Token[] = []
  readonly #open: Token[][] = [this.tokens]

  addText(text: string): void {
    if (text !== '') this.#open.at(-1)?.push(text)
  }

  openNode(scope: string): void {
    const children: Token[] = []
    const kind = kinds[scope.split('.')[0] ?? ''] ?? 'plain'
    this.#open.at(-1)?.push({ kind, children })
    this.#open.push(children)
  }

  closeNode(): void {
    if (this.#open.length > 1) this.#open.pop()
  }

  startScope(scope: string): void {
    this.openNode(scope)
  }

  endScope(): void {
    this.closeNode()
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenEmitter) this.#open.at(-1)?.push(...emitter.tokens)
  }

  finalize(): void {
    this.#open.length = 1
  }

  toHTML(): string {
    return ''
  }
}

const highlighter = core.newInstance()
highlighter.configure({ __emitter: TokenEmitter })
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar)

/** The tokens of a code; `undefined` in a language that is not among ours. */
export function highlight(code: string, language: string): readonly Token[] | undefined {
  if (highlighter.getLanguage(language) === undefined) return undefined
  const { _emitter: emitter } = highlighter.highlight(code, { language, ignoreIllegals: true })
  return emitter instanceof TokenEmitter ? emitter.tokens : undefined
}
