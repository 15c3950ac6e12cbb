import { both } from './both.ts'

export const terminal = both({
  en: {
    quit: 'Quit',
  },
  zh: {
    quit: '退出',
  },
})
