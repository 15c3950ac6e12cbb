/** `@skillet/core/menu`: when the slash menu opens, what it offers, what a pick does. Pure, for Node and browsers. */
export * from './menu/index.ts'
export { normaliseName, slug } from './names.ts'
