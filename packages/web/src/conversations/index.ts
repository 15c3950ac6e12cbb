export { Conversations } from './conversations.tsx'
export { Title } from './title.tsx'
export { TitledWindow } from './titled-window.tsx'
