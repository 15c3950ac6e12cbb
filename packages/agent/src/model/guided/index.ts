export { createGuided } from './create.ts'
