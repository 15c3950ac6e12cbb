import { both } from './both.ts'

export const connection = both({
  en: {
    reconnecting: 'Reconnecting …',
  },
  zh: {
    reconnecting: '正在重新连接……',
  },
})
