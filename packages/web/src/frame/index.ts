/** What every part may ask of the frame around it: its width, its open regions, its address. */
export type { Side } from './columns.ts'
export { LayoutProvider, useLayout } from './layout.tsx'
export { useWidth } from './media.ts'
export { type At, addressOf, type OfConversation, useAt } from './route.ts'
