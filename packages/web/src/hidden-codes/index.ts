export { codesIn, showHidden, showHiddenLine } from './hidden-codes.ts'
