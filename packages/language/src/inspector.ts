import { both } from './both.ts'

export const inspector = both({
  en: {
    inspect: 'Inspect',
  },
  zh: {
    inspect: '检视',
  },
})
