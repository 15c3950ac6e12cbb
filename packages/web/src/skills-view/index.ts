export {
  type CatalogueOf,
  type Cut,
  countStates,
  cuts,
  matching,
  readView,
  type SkillsView,
  states,
  viewAddress,
} from './filter.ts'
