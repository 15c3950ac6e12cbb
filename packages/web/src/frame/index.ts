/** What every part may ask of the frame around it: its width, its open regions, its address. */
export type { Side } from './columns.ts'
export { type Layout, LayoutProvider, useLayout } from './layout.tsx'
export { useWidth, type Width } from './media.ts'
export { type At, addressOf, type OfConversation, type Page, useAt } from './route.ts'
