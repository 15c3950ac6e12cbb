export { openScreen } from './screen.ts'
export type { Console, Drawing, KeyInput, Lines, Rows, Screen, Size } from './types.ts'
