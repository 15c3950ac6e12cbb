/** What the entries export → one Markdown page each, and a list of them. */

const note = '<!-- Written by `npm run api` from the docstrings in the sources. Edit those. -->'

const sections = [
  { title: 'Functions', kind: 'function' },
  { title: 'Classes', kind: 'class' },
  { title: 'Constants', kind: 'constant' },
  { title: 'Types', kind: 'type' },
]

const summaries = {
  '@skillet/core': 'Finds, reads, explains and activates skills. No model, no network.',
  '@skillet/core/menu':
    'A slash menu: when it opens, what it offers and how it ranks, and what a pick does. Pure: it runs in browsers too; `menuTrigger`, `matchSkills` and `replaceToken` are part of `@skillet/core` as well.',
  '@skillet/core/search': 'Full-text search over skills, loaded only by those who need it.',
  '@skillet/core/text':
    'Foreign text as it may be shown: what hides in it is seen. Pure: it runs in browsers too, and is part of `@skillet/core` as well.',
  '@skillet/agent': 'The engine: models, tools, permissions and skills in a conversation.',
}

/** @param {ReturnType<typeof import('./read.mjs').readEntries>} entries */
export function pagesOf(entries) {
  return [
    { file: 'README.md', text: listPage(entries) },
    ...entries.map((entry) => ({
      file: entry.page,
      text: page(entry, addressBook(entry, entries)),
    })),
  ]
}

function listPage(entries) {
  const rows = entries.map(({ name, page }) => `- [\`${name}\`](${page}): ${summaries[name]}`)
  const more =
    'What to begin with stands in the [README](../../README.md#in-your-own-program), and whole programs in [`examples/`](../../examples/README.md).'
  return join('# API', note, more, rows.join('\n'))
}

function page(entry, addressOf) {
  const parts = sections.flatMap(({ title, kind }) => {
    const found = ofKind(entry, kind)
    return found.length > 0 ? [`## ${title}`, ...found.map((one) => item(one, addressOf))] : []
  })
  return join(`# \`${entry.name}\``, note, summaries[entry.name], contents(entry), ...parts)
}

function contents(entry) {
  return sections
    .map(({ title, kind }) => ({ title, found: ofKind(entry, kind).filter((one) => one.exported) }))
    .filter(({ found }) => found.length > 0)
    .map(({ title, found }) => `- ${title}: ${found.map(({ name }) => link(name)).join(' · ')}`)
    .join('\n')
}

function ofKind(entry, kind) {
  return entry.exports
    .filter((one) => one.kind === kind)
    .sort((a, b) => Number(b.exported) - Number(a.exported) || compare(a.name, b.name))
}

function item(one, addressOf) {
  return join(
    `### ${one.name}`,
    one.exported ? '' : 'Not exported by itself; named by what is.',
    one.text,
    fenced(one.code),
    parameters(one),
    one.returns && `**Returns** ${oneLine(one.returns)}`,
    ...one.throws.map((text) => `**Throws** ${oneLine(text)}`),
    ...one.examples.map(fenced),
    links(one, addressOf),
  ).trimEnd()
}

function parameters({ parameters }) {
  return parameters
    .map(({ name, text }) => `- \`${name}\`: ${oneLine(text.replace(/^- /, ''))}`)
    .join('\n')
}

function links({ names }, addressOf) {
  const known = names.map((symbol) => addressOf(symbol)).filter((found) => found !== undefined)
  return known.length > 0 ? `See ${known.join(', ')}.` : ''
}

/** Where a page finds a name: on itself, else on the first page that has it. */
function addressBook(own, entries) {
  const book = new Map()
  for (const entry of [own, ...entries.filter((other) => other !== own)]) {
    for (const { name, symbol } of entry.exports) {
      if (!book.has(symbol)) book.set(symbol, link(name, entry === own ? '' : entry.page))
    }
  }
  return (symbol) => book.get(symbol)
}

function link(name, file = '') {
  return `[${name}](${file}#${name.toLowerCase()})`
}

function fenced(code) {
  return `\`\`\`ts\n${code.trim()}\n\`\`\``
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}

function join(...parts) {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function compare(left, right) {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()]
  if (a === b) return 0
  return a < b ? -1 : 1
}
