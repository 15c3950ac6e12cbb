import type { Options } from 'rehype-sanitize'

/** What may come out of Markdown. No ids, classes, styles or events; addresses are read again. */
export const schema: Options = {
  tagNames: [
    'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre strong sup',
    'table tbody td th thead tr ul',
  ].flatMap((names) => names.split(' ')),
  attributes: {
    a: ['href', 'title'],
    code: [['className', /^language-./]],
    // Never loaded: `MissingImage` shows the address as text.
    img: ['src', 'alt'],
    input: [['type', 'checkbox'], 'checked'],
    ol: ['start'],
    p: [['className', 'raw-html']],
    td: ['align'],
    th: ['align'],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  ancestors: { td: ['table'], th: ['table'], tr: ['table'], thead: ['table'], tbody: ['table'] },
  required: { input: { type: 'checkbox' } },
  strip: [],
}
