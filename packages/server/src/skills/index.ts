export { changesBetween, watchSkills } from './changes.ts'
export { detailsOf } from './details.ts'
export { countStates, diagnosticShape, entryShape, listShape } from './entry.ts'
export { fileOf } from './file.ts'
