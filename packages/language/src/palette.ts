import { both } from './both.ts'

/** Search and commands. */
export const palette = both({
  en: {
    title: 'Search and commands',
    hint: 'A page, a conversation or a skill',
    nothing: 'Nothing has these words',
    count: (count: number) => (count === 1 ? '1 offer' : `${count} offers`),
    kind: { command: 'Command', conversation: 'Conversation', skill: 'Skill' },
  },
  zh: {
    title: '搜索与命令',
    hint: '页面、对话或技能',
    nothing: '没有包含这些词的内容',
    count: (count: number) => `${count} 项`,
    kind: { command: '命令', conversation: '对话', skill: '技能' },
  },
})
