import type { Token } from 'marked'
import { type Look, linkSpans, type Span, withLetters } from '../../markdown/spans.ts'

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
      return [{ text: rawOf(token), looks: [...looks, 'code'] }]
    case 'br':
      return [{ text: '\n', looks }]
    case 'link':
    case 'image': {
      const address = 'href' in token ? String(token['href']) : ''
      const text = inlineSpans(childrenOf(token), looks)
      const shown = text.length > 0 ? text : [{ text: textOf(token), looks }]
      return linkSpans(shown, address, looks)
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

function textOf(token: Token): string {
  return token.type === 'html' ? token.raw : withLetters(rawOf(token))
}

function rawOf(token: Token): string {
  return 'text' in token && typeof token['text'] === 'string' ? token['text'] : token.raw
}
