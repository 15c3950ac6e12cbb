export { Data } from './data.tsx'
