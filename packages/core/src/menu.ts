/** `@skillet/core/menu`: where the slash menu opens and how it ranks. Pure, for Node and browsers. */
export * from './menu/index.ts'
export { normaliseName, slug } from './names.ts'
