import type { Language } from '@skillet/core'
import type { SkipReason } from './plan.ts'

/** What guided itself says. All else it prints is the skill's own text. */
export interface GuidedSentences {
  readonly noModel: string
  readonly connect: string
  readonly followingAll: (command: string) => string
  /** Where paragraphs are left out. */
  readonly followingSteps: (command: string) => string
  /** True with a person who answers, with rules, with `--yes`, and where nobody can be asked. */
  readonly permission: string
  readonly notInterpreted: string
  readonly reading: (path: string) => string
  readonly proposing: string
  readonly wasRead: (path: string, lines: number) => string
  readonly exited: (code: number, lines: number) => string
  readonly endedBadly: (lines: number) => string
  readonly couldNotRead: (path: string) => string
  readonly refused: string
  readonly skipped: (shown: string, reason: string) => string
  readonly reason: (reason: SkipReason | 'refused') => string
  readonly summary: string
  readonly read: (paths: readonly string[]) => string
  readonly ran: (count: number, failed: number) => string
  readonly nothingToDo: string
  readonly proseLeftOut: (count: number, name: string) => string
  readonly afterwards: string
  readonly noBody: string
  readonly offers: string
  readonly offer: (command: string, description: string, reason: string) => string
  readonly matchedName: string
  readonly matchedWords: (words: readonly string[]) => string
  readonly near: string
  readonly nothingFits: (count: number) => string
  readonly noSkills: string
  readonly pick: string
}

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

const output = (lines: number) => (lines === 0 ? 'no output' : plural(lines, 'line'))

function failedOf(count: number, failed: number): string {
  if (failed < count) return `of which ${failed} failed`
  return count === 1 ? 'which failed' : 'all of which failed'
}

const chineseOutput = (lines: number) => (lines === 0 ? '无输出' : `${lines} 行`)

const english: GuidedSentences = {
  noModel: '**No language model connected.**',
  connect:
    'To connect a language model, set a key such as `ANTHROPIC_API_KEY`, start a local server such as Ollama, or name one with the setting `model`. `skillet doctor` shows what was looked for.',
  followingAll: (command) => `What follows are the instructions of ${command}, as they stand.`,
  followingSteps: (command) =>
    `What follows are the steps, commands and files in the instructions of ${command}, as they stand, with the words that lead to them. Other paragraphs are not shown.`,
  permission: 'Each command runs only with your permission.',
  notInterpreted: 'Your text is kept with the conversation, and was not interpreted.',
  reading: (path) => `Reading ${path}.`,
  proposing: 'The instructions offer this command to run:',
  wasRead: (path, lines) => `Read ${path}: ${plural(lines, 'line')}.`,
  exited: (code, lines) => `It ended with exit code ${code}, ${output(lines)}.`,
  endedBadly: (lines) => `It failed, ${output(lines)}.`,
  couldNotRead: (path) => `${path} could not be read.`,
  refused: 'It was refused, so it did not run.',
  skipped: (shown, reason) => `Skipped: ${shown} (${reason})`,
  reason: (reason) => {
    if (reason === 'refused') return 'it was refused'
    switch (reason.kind) {
      case 'not-in-pool':
        return `this turn does not have the tool ${reason.tool}`
      case 'placeholder':
        return `${reason.placeholder} has to be filled in first`
      case 'chat-command':
        return `${reason.command} is typed into a chat, not a shell`
      case 'interactive':
        return `${reason.program} waits for somebody at a terminal`
      case 'other-shell':
        return `written for ${reason.language}, and bash is the shell here`
      case 'warned-against':
        return 'the instructions show it as what not to do'
      case 'limit':
        return `more than ${reason.limit} calls in one turn`
    }
  },
  summary: '**What was done**',
  read: (paths) => `Read: ${paths.join(', ')}`,
  ran: (count, failed) =>
    `Ran: ${plural(count, 'command')}${failed === 0 ? '' : `, ${failedOf(count, failed)}`}`,
  nothingToDo:
    'Nothing was read or run: the instructions name no file that the skill has, and no command to propose.',
  proseLeftOut: (count, name) =>
    `Not printed: ${plural(count, 'paragraph')} apart from the steps. \`skillet show ${name}\` prints everything.`,
  afterwards: 'The skill asks for this afterwards, as it stands:',
  noBody: 'The skill has no instructions.',
  offers: 'These skills come nearest to your message:',
  offer: (command, description, reason) => `- ${command}: ${description} *(${reason})*`,
  matchedName: 'you named it',
  matchedWords: (words) => `has ${words.map((word) => `“${word}”`).join(', ')}`,
  near: 'its description is near',
  nothingFits: (count) =>
    `None of the ${plural(count, 'skill')} here shares a word with your message. Type \`/\` to see them all.`,
  noSkills: 'No skill is loaded here. `skillet doctor` shows where skills were looked for.',
  pick: 'Send the line of one of them to follow it step by step.',
}

const chinese: GuidedSentences = {
  noModel: '**未连接语言模型。**',
  connect:
    '要连接语言模型，请设置密钥（例如 `ANTHROPIC_API_KEY`）、启动本地服务（例如 Ollama），或在设置 `model` 中指定模型。`skillet doctor` 会列出查找过的位置。',
  followingAll: (command) => `以下是 ${command} 的说明原文。`,
  followingSteps: (command) =>
    `以下是 ${command} 的说明中的步骤、命令和文件，均为原文，并附引出它们的文字。其余段落未显示。`,
  permission: '每条命令都只在您许可后运行。',
  notInterpreted: '您的文字保留在对话中，未作解读。',
  reading: (path) => `正在读取 ${path}。`,
  proposing: '说明中给出了这条可运行的命令：',
  wasRead: (path, lines) => `已读取 ${path}：${lines} 行。`,
  exited: (code, lines) => `运行结束，退出码 ${code}，${chineseOutput(lines)}。`,
  endedBadly: (lines) => `运行失败，${chineseOutput(lines)}。`,
  couldNotRead: (path) => `无法读取 ${path}。`,
  refused: '已被拒绝，未运行。',
  skipped: (shown, reason) => `已跳过：${shown}（${reason}）`,
  reason: (reason) => {
    if (reason === 'refused') return '已被拒绝'
    switch (reason.kind) {
      case 'not-in-pool':
        return `本轮没有工具 ${reason.tool}`
      case 'placeholder':
        return `需要先填写 ${reason.placeholder}`
      case 'chat-command':
        return `${reason.command} 应输入到对话中，而不是终端`
      case 'interactive':
        return `${reason.program} 需要有人在终端前操作`
      case 'other-shell':
        return `为 ${reason.language} 编写，而这里的 shell 是 bash`
      case 'warned-against':
        return '说明中将其列为不应做的事'
      case 'limit':
        return `一轮超过 ${reason.limit} 次调用`
    }
  },
  summary: '**完成情况**',
  read: (paths) => `已读取：${paths.join('、')}`,
  ran: (count, failed) =>
    `已运行：${count} 条命令${failed === 0 ? '' : `，${failed === count ? '全部失败' : `其中 ${failed} 条失败`}`}`,
  nothingToDo: '未读取或运行任何内容：说明没有提到该技能现有的文件，也没有可提出的命令。',
  proseLeftOut: (count, name) =>
    `未显示：步骤以外的 ${count} 段文字。\`skillet show ${name}\` 可显示全部内容。`,
  afterwards: '该技能要求随后进行以下内容，原文如下：',
  noBody: '该技能没有说明。',
  offers: '与您的消息最接近的技能：',
  offer: (command, description, reason) => `- ${command}：${description} *（${reason}）*`,
  matchedName: '您提到了它的名称',
  matchedWords: (words) => `包含${words.map((word) => `“${word}”`).join('、')}`,
  near: '描述相近',
  nothingFits: (count) =>
    `这里的 ${count} 个技能与您的消息没有相同的词。输入 \`/\` 可查看全部技能。`,
  noSkills: '这里没有加载任何技能。`skillet doctor` 会列出查找过的位置。',
  pick: '发送其中一行即可逐步执行。',
}

const table: Readonly<Record<Language, GuidedSentences>> = { en: english, zh: chinese }

export const sentencesOf = (language: Language): GuidedSentences => table[language]
