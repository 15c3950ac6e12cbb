export { storedKey, storeKey, takeCode } from './access.ts'
export { asProblem, Problem } from './problem.ts'
export { request } from './request.ts'
export * from './routes.ts'
