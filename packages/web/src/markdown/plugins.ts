import type { Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { markUnseen } from '../hidden-codes/index.ts'
import { readAddress } from './address.ts'
import { schema } from './schema.ts'
import { exchangePieces, type Piece } from './tree.ts'

/** What the parser and the sanitiser do with a block, given how much of it is borrowed. */
export function plugins(borrowed: number): Pick<Options, 'remarkPlugins' | 'rehypePlugins'> {
  return {
    remarkPlugins: [
      remarkGfm,
      [withoutBorrowed, borrowed],
      rawHtmlAsText,
      notesInPlace,
      hiddenShown,
    ],
    rehypePlugins: [refusedAddressesAsText, [rehypeSanitize, schema]],
  }
}

/** Takes out the definitions that stand before a block only so that its references mean something. */
function withoutBorrowed(borrowed: number) {
  return (root: Piece): void => {
    root.children = root.children?.filter(
      (piece) =>
        (piece.position?.start.offset ?? borrowed) >= borrowed || piece.type === 'definition',
    )
  }
}

/** HTML that a model or a skill wrote is read, never obeyed. */
function rawHtmlAsText() {
  return (root: Piece): void =>
    exchangePieces(root, (piece, parent) => {
      if (piece.type !== 'html') return undefined
      const text: Piece = { type: 'text', value: piece.value ?? '' }
      if (!holdsBlocks.has(parent.type)) return [text]
      const data = { hProperties: { className: ['raw-html'] } }
      return [{ type: 'paragraph', data, children: [text] }]
    })
}

const holdsBlocks = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** Footnotes stay where they were written: their blocks do not know the ones that refer to them. */
function notesInPlace() {
  return (root: Piece): void =>
    exchangePieces(root, (piece) => {
      const text: Piece = { type: 'text', value: piece.label ?? piece.identifier ?? '' }
      const data = { hName: 'sup' }
      if (piece.type === 'footnoteReference') return [{ type: 'emphasis', data, children: [text] }]
      if (piece.type !== 'footnoteDefinition') return undefined
      const mark: Piece = {
        type: 'paragraph',
        children: [{ type: 'emphasis', data, children: [text] }],
      }
      const [first, ...rest] = piece.children ?? []
      if (first?.type !== 'paragraph') return [mark, ...(piece.children ?? [])]
      const blank: Piece = { type: 'text', value: ' ' }
      const children = [...(mark.children ?? []), blank, ...(first.children ?? [])]
      return [{ ...first, children }, ...rest]
    })
}

/** Blocks of code are left: they are copied as they were written, and shown by `CodeBox`. */
function hiddenShown() {
  return (root: Piece): void =>
    exchangePieces(root, (piece) => {
      if (piece.type !== 'text' && piece.type !== 'inlineCode') return undefined
      return [{ ...piece, value: markUnseen(piece.value ?? '') }]
    })
}

/** An address that may not be opened from here is shown as text, so that nothing is lost. */
function refusedAddressesAsText() {
  return (root: Piece): void =>
    exchangePieces(root, (piece) => {
      if (piece.tagName !== 'a') return undefined
      const written = piece.properties?.['href']
      const href = typeof written === 'string' ? written : ''
      if (readAddress(href) !== undefined) return undefined
      const children = piece.children ?? []
      const only = children.length === 1 ? children[0]?.value : undefined
      if (only === href || href === '') return children
      const address: Piece = {
        type: 'element',
        tagName: 'code',
        properties: {},
        children: [{ type: 'text', value: href }],
      }
      return [...children, { type: 'text', value: ' ' }, address]
    })
}
