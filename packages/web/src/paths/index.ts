export { Path } from './path.tsx'
