export { createApp } from './create-app.ts'
