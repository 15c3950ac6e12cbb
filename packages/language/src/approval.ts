import { both } from './both.ts'

export const approval = both({
  en: {
    waiting: 'Waiting for you',
  },
  zh: {
    waiting: '等待你的决定',
  },
})
