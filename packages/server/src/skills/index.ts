export { watchSkills } from './changes.ts'
export { detailsOf } from './details.ts'
export { countStates, diagnosticShape, listShape } from './entry.ts'
export { fileOf } from './file.ts'
