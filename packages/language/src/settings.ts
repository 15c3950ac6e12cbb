import { both } from './both.ts'

export const settings = both({
  en: {
    settings: 'Settings',
  },
  zh: {
    settings: '设置',
  },
})
