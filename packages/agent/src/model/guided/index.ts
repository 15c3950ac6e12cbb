export { createGuided, type GuidedOptions } from './create.ts'
