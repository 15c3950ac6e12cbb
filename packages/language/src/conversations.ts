import { both } from './both.ts'

export const conversations = both({
  en: {
    newConversation: 'New conversation',
  },
  zh: {
    newConversation: '新对话',
  },
})
