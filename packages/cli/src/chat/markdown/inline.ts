import type { Token } from 'marked'
import type { Look, Span } from '../../markdown/inline.ts'

/** The spans of inline Markdown. The address of a link stands behind its text, to be seen. */
export function inlineSpans(
  tokens: readonly Token[],
  looks: readonly Look[] = [],
): readonly Span[] {
  return tokens.flatMap((token) => spansOf(token, looks))
}

function spansOf(token: Token, looks: readonly Look[]): readonly Span[] {
  const inner = (more: Look) => inlineSpans(childrenOf(token), [...looks, more])
  switch (token.type) {
    case 'strong':
      return inner('bold')
    case 'em':
      return inner('italic')
    case 'del':
      return [
        { text: '~~', looks },
        ...inlineSpans(childrenOf(token), looks),
        { text: '~~', looks },
      ]
    case 'codespan':
      return [{ text: textOf(token), looks: [...looks, 'code'] }]
    case 'br':
      return [{ text: '\n', looks }]
    case 'link':
    case 'image': {
      const address = 'href' in token ? String(token['href']) : ''
      const text = inlineSpans(childrenOf(token), looks)
      const shown = text.length > 0 ? text : [{ text: textOf(token), looks }]
      const isBare = shown.map((span) => span.text).join('') === address.replace(/^mailto:/u, '')
      return isBare || address === ''
        ? shown
        : [...shown, { text: ` (${address})`, looks: ['address'] }]
    }
    default: {
      const children = childrenOf(token)
      return children.length > 0 ? inlineSpans(children, looks) : [{ text: textOf(token), looks }]
    }
  }
}

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : []
}

/** Entities were written by an author, who meant the letters. */
function textOf(token: Token): string {
  const text = 'text' in token && typeof token['text'] === 'string' ? token['text'] : token.raw
  return token.type === 'html'
    ? token.raw
    : text.replace(/&(amp|lt|gt|quot|#39);/gu, (_, name: string) => entities[name] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}
