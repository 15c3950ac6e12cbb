import { both } from './both.ts'

export const skills = both({
  en: {
    skills: 'Skills',
  },
  zh: {
    skills: '技能',
  },
})
