import { both } from './both.ts'

/** How the page stands with the server, and what is said on every page. */
export const connection = both({
  en: {
    reconnecting: 'Reconnecting …',
    gone: 'Skillet is not running here any more.',
    goneHelp: 'What you write is kept. Start it again with',
    noAccess: 'This page has no access to Skillet.',
    codeUsed: 'The address of this page was used already. It works once.',
    codeLate: 'The address of this page is older than five minutes.',
    earlierStart: 'This page belongs to an earlier start of Skillet.',
    openAgain:
      'What you wrote is kept in this browser. Open the address that Skillet prints when you press Enter where it runs, or start it with',
    guided: 'No language model connected. Skillet walks through skills step by step.',
    connectModel: 'Connect a model',
    chooseModel: 'Choose a model',
    exposed:
      'Skillet can be reached from other computers without encryption. Whoever has the password can run commands as you.',
    password: 'Password',
    passwordHelp: 'Skillet asks for it since it can be reached from other computers.',
    passwordSend: 'Open',
    passwordWrong: 'This is not the password.',
  },
  zh: {
    reconnecting: '正在重新连接……',
    gone: 'Skillet 已不在此处运行。',
    goneHelp: '你写的内容会保留。重新启动：',
    noAccess: '此页面无权访问 Skillet。',
    codeUsed: '此页面的地址已被使用过，它只能用一次。',
    codeLate: '此页面的地址已超过五分钟，不再有效。',
    earlierStart: '此页面属于 Skillet 先前的一次启动。',
    openAgain:
      '你写的内容已保存在此浏览器中。在 Skillet 运行的终端按回车，打开它显示的地址；或用以下命令启动：',
    guided: '未连接语言模型。Skillet 会逐步引导你使用技能。',
    connectModel: '连接模型',
    chooseModel: '选择模型',
    exposed: '其他电脑可以在未加密的情况下访问 Skillet。知道密码的人可以以你的身份运行命令。',
    password: '密码',
    passwordHelp: '因为其他电脑可以访问 Skillet，所以需要密码。',
    passwordSend: '打开',
    passwordWrong: '密码不正确。',
  },
})
