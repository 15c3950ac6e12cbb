/** `@skillet/core/text`: foreign text as it may be shown. Pure, for Node and browsers. */
export {
  dropHidden,
  escapeHidden,
  markHidden,
  markOf,
  showHidden,
  showHiddenLine,
} from './hidden-characters.ts'
