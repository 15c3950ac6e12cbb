export {
  type CatalogueOf,
  countStates,
  cuts,
  matching,
  readView,
  type SkillsView,
  viewAddress,
} from './filter.ts'
export { startWith } from './start-with.ts'
