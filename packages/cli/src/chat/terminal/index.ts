export { openScreen } from './pi-screen.ts'
export { plainEmoji } from './plain-emoji.ts'
export type { Component, Console, ConsoleListener, Drawing, KeyInput, Screen } from './types.ts'
