import { both } from './both.ts'

export const firstRun = both({
  en: {
    guided: 'Go on guided',
  },
  zh: {
    guided: '以引导模式继续',
  },
})
