import { both } from './both.ts'

/** A chat command in the menu: what it does, and what may follow it. */
interface CommandWords {
  readonly description: string
  readonly hint: string
}

type Commands = Readonly<
  Record<
    'help' | 'skills' | 'model' | 'context' | 'drop' | 'clear' | 'resume' | 'export' | 'quit',
    CommandWords
  >
>

const words = (description: string, hint = ''): CommandWords => ({ description, hint })

const english: Commands = {
  help: words('keys and commands'),
  skills: words('every skill and its state; enable, disable, trust', '[words]'),
  model: words('which model answers', '[name]'),
  context: words('what the next request holds'),
  drop: words('stop using an active skill', '[skill]'),
  clear: words('begin a new conversation'),
  resume: words('go on in an earlier conversation', '[id]'),
  export: words('write this conversation to a file', '[file]'),
  quit: words('leave'),
}

const chinese: Commands = {
  help: words('按键与命令'),
  skills: words('全部技能及其状态；启用、停用、信任', '[关键词]'),
  model: words('由哪个模型回答', '[名称]'),
  context: words('下一次请求包含的内容'),
  drop: words('停用当前生效的技能', '[技能]'),
  clear: words('开始新的对话'),
  resume: words('继续先前的对话', '[编号]'),
  export: words('将此对话写入文件', '[文件]'),
  quit: words('退出'),
}

/** The slash menu, on every surface. */
export const menu = both({
  en: {
    commandsLabel: 'Commands',
    skillsLabel: 'Skills',
    commands: english,
    scope: (scope: string) => (scope === 'builtin' ? 'built-in' : scope),
    place: (at: number, of: number) => `${at} of ${of}`,
    more: (count: number) => (count === 1 ? '1 more matches' : `${count} more match`),
    untrusted: (count: number) => (count === 1 ? '1 waits for trust' : `${count} wait for trust`),
    invalid: (count: number) => `${count} invalid`,
    seeSkills: '/skills shows them',
    noMatch: 'No skill matches.',
    near: (names: string) => `Did you mean ${names}?`,
    noSkills: 'There are no skills yet.',
    looked: (folders: string) => `Looked in ${folders}.`,
    howToMake: 'A skill is a folder with a SKILL.md in one of these.',
  },
  zh: {
    commandsLabel: '命令',
    skillsLabel: '技能',
    commands: chinese,
    scope: (scope: string) =>
      ({ builtin: '内置', project: '项目', user: '用户', explicit: '指定' })[scope] ?? scope,
    place: (at: number, of: number) => `第 ${at} 项，共 ${of} 项`,
    more: (count: number) => `另有 ${count} 项匹配`,
    untrusted: (count: number) => `${count} 项等待信任`,
    invalid: (count: number) => `${count} 项无效`,
    seeSkills: '输入 /skills 查看',
    noMatch: '没有匹配的技能。',
    near: (names: string) => `您是否想要 ${names}？`,
    noSkills: '还没有任何技能。',
    looked: (folders: string) => `已查找：${folders}。`,
    howToMake: '技能是上述文件夹中带有 SKILL.md 的文件夹。',
  },
})
