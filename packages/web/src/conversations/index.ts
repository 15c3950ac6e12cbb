export { Conversations } from './conversations.tsx'
export { Foreign } from './foreign.tsx'
export { Title } from './title.tsx'
export { TitledWindow } from './titled-window.tsx'
