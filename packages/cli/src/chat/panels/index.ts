export { shownRows } from './rows.ts'
export type { ListPanel, ListRow, PagerPanel, Panel } from './types.ts'
