import { both } from './both.ts'

export const composer = both({
  en: {
    send: 'Send',
  },
  zh: {
    send: '发送',
  },
})
