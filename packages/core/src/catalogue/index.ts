export { estimateTokens } from './estimate-tokens.ts'
export { formatCatalogue } from './format-catalogue.ts'
export type * from './types.ts'
