export {
  type CatalogueOf,
  countStates,
  cuts,
  matching,
  readView,
  type SkillsView,
  states,
  viewAddress,
} from './filter.ts'
