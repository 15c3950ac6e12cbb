export { type ChangedMessage, MessageForm } from './message-form.tsx'
