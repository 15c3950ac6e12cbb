export { shownRows } from './rows.ts'
export type { ListPanel, ListRow, PagerPanel, PagerTerm, Panel } from './types.ts'
