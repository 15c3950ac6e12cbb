import type { Style } from '../../screen/terminal.ts'

/** Code as coloured lines; `undefined` where the language is not known. */
export type Highlight = (code: string, language: string) => readonly string[] | undefined

/** Longer code is shown without colours. */
const longestCode = 50_000

/** Loads the highlighter: the first code block asks for it. */
export async function loadHighlighter(style: Style): Promise<Highlight> {
  const { highlighter } = await import('./highlight-languages.ts')
  return (code, language) => {
    const name = language.toLowerCase()
    if (code.length > longestCode || highlighter.getLanguage(name) === undefined) return undefined
    const { value } = highlighter.highlight(code, { language: name, ignoreIllegals: true })
    return colour(value, style).split('\n')
  }
}

/** The highlighter gives HTML, with a class for each kind of word: spans become colours. */
function colour(html: string, style: Style): string {
  const open: (string | undefined)[] = []
  let shown = ''
  for (const [, start, isEnd, text] of html.matchAll(
    /<span class="hljs-([a-z_-]+)[^"]*">|(<\/span>)|([^<]+)/gu,
  )) {
    if (start !== undefined) open.push(start)
    else if (isEnd !== undefined) open.pop()
    else if (text !== undefined)
      shown += painted(
        unescaped(text),
        open.findLast((kind) => kind !== undefined),
        style,
      )
  }
  return shown
}

/** Each line by itself, so that a colour never reaches into the next one. */
function painted(text: string, kind: string | undefined, style: Style): string {
  const paint = kind === undefined ? undefined : paintOf(kind, style)
  if (paint === undefined) return text
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : paint(line)))
    .join('\n')
}

function paintOf(kind: string, style: Style): ((text: string) => string) | undefined {
  switch (kind) {
    case 'comment':
    case 'quote':
    case 'meta':
      return style.dim
    case 'keyword':
    case 'selector-tag':
    case 'literal':
    case 'section':
      return style.magenta
    case 'string':
    case 'regexp':
    case 'addition':
    case 'char':
      return style.green
    case 'number':
    case 'symbol':
    case 'bullet':
      return style.yellow
    case 'title':
    case 'name':
    case 'built_in':
      return style.blue
    case 'type':
    case 'attr':
    case 'attribute':
    case 'property':
    case 'variable':
      return style.cyan
    case 'deletion':
      return style.red
    default:
      return undefined
  }
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/gu, (_, name: string) => entities[name] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
}
