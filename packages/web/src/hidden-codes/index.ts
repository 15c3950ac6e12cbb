export { dropHidden, showHidden, showHiddenLine } from '@skillet/core/text'
export { codesIn, markUnseen } from './hidden-codes.ts'
