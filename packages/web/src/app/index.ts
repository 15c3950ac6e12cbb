export { App } from './app.tsx'
export { type Regions, regions } from './regions.tsx'
