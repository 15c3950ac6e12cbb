import { both } from './both.ts'

export const chat = both({
  en: {
    stop: 'Stop',
  },
  zh: {
    stop: '停止',
  },
})
