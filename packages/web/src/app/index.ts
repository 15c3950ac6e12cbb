export { App, type AppProps } from './app.tsx'
export { type Regions, regions } from './regions.tsx'
