export { panelKey } from './keys.ts'
export { shownRows } from './rows.ts'
export type { ListPanel, ListRow, PagerPanel, Panel, PanelPurpose } from './types.ts'
