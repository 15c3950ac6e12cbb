export { StartPage } from './page.tsx'
