import { both } from './both.ts'

/** What the page says when a file of a skill was saved, made or removed. */
export const saved = both({
  en: {
    added: (name: string) => `${name} is new, and can be called.`,
    changed: (name: string) => `${name} was saved. The next call takes it as it is now.`,
    removed: (name: string) => `${name} is gone.`,
    invalid: (name: string, problem: string) => `${name} cannot be called: ${problem}`,
    untrusted: (name: string) => `${name} waits for your trust.`,
    disabled: (name: string) => `${name} is disabled.`,
  },
  zh: {
    added: (name: string) => `${name} 是新技能，可以调用。`,
    changed: (name: string) => `${name} 已保存，下次调用即用新内容。`,
    removed: (name: string) => `${name} 已不存在。`,
    invalid: (name: string, problem: string) => `${name} 无法调用：${problem}`,
    untrusted: (name: string) => `${name} 等待你的信任。`,
    disabled: (name: string) => `${name} 已停用。`,
  },
})
