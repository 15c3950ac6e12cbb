export { openScreen } from './pi-screen.ts'
export type { Console, Drawing, KeyInput, Screen } from './types.ts'
