export { showHidden, showHiddenLine } from '@skillet/core/text'
export { codesIn } from './hidden-codes.ts'
