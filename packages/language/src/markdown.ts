import { both } from './both.ts'

/** What stands around the Markdown of answers and skills, in the browser. */
export const markdown = both({
  en: {
    code: 'Code',
    codeIn: (language: string) => `Code, ${language}`,
    copyCode: 'Copy the code',
    wrapLines: 'Wrap long lines',
    showAllLines: (count: string) => `Show all ${count} lines`,
    showFewerLines: (count: string) => `Show the first ${count} lines`,
    table: 'Table',
    done: 'Done',
    notDone: 'Not done',
    imageNotLoaded: (place: string) => `Image not loaded: ${place}`,
    addressCut: (shown: string, whole: string) => `${shown}… (${whole} characters)`,
    plainBySize: 'Shown as plain text, because it is too large to lay out',
    plainByDepth: 'Shown as plain text, because it is nested too deeply to lay out',
    plainByError: 'Shown as plain text, because it could not be laid out',
    openLink: 'Open this address?',
    openLinkHelp: (host: string) =>
      `It leads to ${host} and carries text along. Look through it before you open it.`,
    open: 'Open',
  },
  zh: {
    code: '代码',
    codeIn: (language: string) => `代码，${language}`,
    copyCode: '复制代码',
    wrapLines: '长行自动换行',
    showAllLines: (count: string) => `显示全部 ${count} 行`,
    showFewerLines: (count: string) => `只显示前 ${count} 行`,
    table: '表格',
    done: '已完成',
    notDone: '未完成',
    imageNotLoaded: (place: string) => `未加载图片：${place}`,
    addressCut: (shown: string, whole: string) => `${shown}……（共 ${whole} 个字符）`,
    plainBySize: '内容过大，无法排版，以纯文本显示',
    plainByDepth: '嵌套过深，无法排版，以纯文本显示',
    plainByError: '无法排版，以纯文本显示',
    openLink: '打开这个地址？',
    openLinkHelp: (host: string) => `它指向 ${host}，并会带上一段文字。打开之前请先看清楚。`,
    open: '打开',
  },
})
