export { Message } from './message.tsx'
