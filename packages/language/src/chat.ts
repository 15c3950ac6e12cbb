import { both } from './both.ts'

/** The conversation: messages, answers, tool calls, what happened between them. */
export const chat = both({
  en: {
    messages: 'Messages',
    stop: 'Stop',
    youAt: (time: string) => `You, ${time}`,
    programAt: (time: string) => `A program, ${time}`,
    answer: 'Answer',
    guided: 'Guided, no language model',
    /** Shown behind the answer: who gave it and when. */
    byAt: (model: string, time: string) => `${model}, ${time}`,

    copyMessage: 'Copy the message',
    copyAnswer: 'Copy the answer',
    retry: 'Answer once more',
    inspect: 'Inspect',
    inspectAnswer: 'Inspect what was sent for this answer',
    edit: 'Edit',
    editMessage: 'Edit the message',
    editText: 'Text of the message',
    makesBranch: 'Sending makes a new branch. The present one is kept.',
    sendEdited: 'Send',
    removeSkill: (name: string) => `Remove ${name}`,
    branch: (at: number, of: number) => `${at} of ${of}`,
    branches: 'Versions of this message',
    answerBranches: 'Versions of this answer',
    earlier: 'Show the version before',
    later: 'Show the version after',
    /** Below a message of a client with a token, which looks like the person's own. */
    fromProgram: 'Sent by a program, not by you',
    queuedState: 'Waits for the answer that runs',
    unsent: 'Not sent',
    unsentHelp: 'Its turn could not begin. Edit it, or try again.',

    openSkill: (name: string) => `Show ${name} as it was sent`,
    skillAsSent: (name: string) => `${name}, as it was sent`,
    skillAsSentHelp: 'The instructions that the model was given with this message.',
    skillNotSent: 'Nothing of this skill was sent with this message.',
    skillLoading: 'Reading what was sent',
    noSuchSkill: (name: string) => `There is no skill named ${name}.`,
    withoutSkill: (name: string) => `Stopped using ${name}`,
    skillLoadedByModel: (name: string, tokens: string) =>
      `The model loaded the skill ${name} (${tokens} tokens)`,
    skillRead: (name: string, tokens: string) =>
      `The model read the skill ${name} (${tokens} tokens)`,
    skillLoaded: (name: string, tokens: string) => `Skill ${name} loaded (${tokens} tokens)`,
    skillTools: (list: string) => `Tools limited to ${list}`,
    skillCut: (characters: string) => `${characters} characters were cut from the middle`,
    skillDropped: (name: string) => `Skill ${name} is not active any more`,
    skillDroppedWhy: (name: string, reason: string) =>
      `Skill ${name} is not active any more: ${reason}`,
    followUp: (name: string) => `From skill ${name}`,
    followUpOnError: (name: string) => `From skill ${name}, after an error`,

    summarised: (messages: string, before: string, after: string) =>
      `${messages} older messages are sent as a summary from here on: ${before} tokens became ${after}`,
    leftOut: (messages: string, before: string, after: string) =>
      `${messages} older messages are not sent from here on: ${before} tokens became ${after}`,
    shortened: (calls: string, before: string, after: string) =>
      `Long results of ${calls} tool calls are sent shortened from here on: ${before} tokens became ${after}`,
    knowledge: (count: number) =>
      count === 1
        ? '1 passage of your knowledge files was sent along'
        : `${count} passages of your knowledge files were sent along`,
    lines: (first: number, last: number) =>
      first === last ? `line ${first}` : `lines ${first}–${last}`,

    thinking: 'Thinking',
    thought: 'Thoughts',
    waitingForModel: 'Waiting for the model',
    retrying: (attempt: number, of: number, reason: string) =>
      `Trying again, ${attempt} of ${of}: ${reason}`,
    stopped: 'You stopped this answer.',
    stepLimit: 'Stopped at the limit of steps. Write "go on" to let it continue.',
    interrupted:
      'This answer was interrupted: Skillet ended while it ran. What a running tool did is not known.',
    tryAgain: 'Try again',
    nearNames: (names: string) => `Did you mean ${names}?`,

    /** States of a tool call, each beside an icon. */
    toolState: {
      preparing: 'Preparing',
      waiting: 'Waiting for you',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      refused: 'Refused',
      stopped: 'Stopped',
      interrupted: 'Interrupted',
    },
    input: 'Input',
    output: 'Output',
    noOutput: 'no output',
    noOutputYet: 'No output yet',
    exitCode: (code: number) => `Exit code ${code}`,
    killed: 'It was ended before it was done',
    lastLines: (shown: string, all: string) => `The last ${shown} of ${all} lines`,
    wholeOutput: 'Show the whole output',
    lastLinesOnly: 'Show the last lines only',
    bytesLeftOut: (bytes: string) => `${bytes} were left out of the middle`,
    stale: 'Nothing was done: the file was no longer the one that was shown',
    refusedByYou: 'You refused this',
    refusedByYouWhy: (reason: string) => `You refused this: ${reason}`,
    refusedByRule: (reason: string) => `A rule refused this: ${reason}`,
    refusedBySkill: (reason: string) => `The active skill does not allow this: ${reason}`,
    refusedBySkillet: (reason: string) => `Skillet refused this: ${reason}`,
    outcomeUnknown: 'Interrupted, outcome unknown',
    stoppedCall: 'It was stopped with the answer',
    folded: (reads: number, searches: number) => {
      const read = reads === 1 ? 'Read 1 file' : `Read ${reads} files`
      if (searches === 0) return read
      const times = searches === 1 ? 'once' : `${searches} times`
      if (reads === 0) return `Searched ${times}`
      return `${read}, searched ${times}`
    },
    wantsNetwork: 'It seems to have failed for want of the network',
    wantsHome: 'It seems to have failed for want of a file in your home folder',

    image: (name: string) => `Image ${name}`,
    toolImage: 'Image that the tool read',
    imageLoading: 'Loading the image',
    imageFailed: (why: string) => `The image could not be loaded: ${why}`,
    download: (name: string) => `Download ${name}`,
    downloadFailed: (name: string, why: string) => `${name} could not be downloaded: ${why}`,
    unnamedFile: 'file',

    newText: 'New text below',
    reading: 'Reading the conversation',
    readFailed: 'The conversation could not be read',
    readFailedHelp: 'What you wrote is kept.',
    didNotWork: (why: string) => `That did not work: ${why}`,
    didNotWorkHint: (why: string, hint: string) => `That did not work: ${why} ${hint}`,

    emptyTitle: 'What shall we do?',
    emptyModel: (model: string) => `${model} answers.`,
    emptyGuided: 'No language model is connected: Skillet walks through a skill step by step.',
    emptySkills: 'Skills to start with',
    emptySlash: 'Type / for all skills.',

    answerStarted: 'Answer started',
    answerFinished: 'Answer finished',
    answerStopped: 'Answer stopped',
    answerFailed: 'The answer failed',
    runningTool: (tool: string) => `Running ${tool}`,
  },
  zh: {
    messages: '消息',
    stop: '停止',
    youAt: (time: string) => `你，${time}`,
    programAt: (time: string) => `程序，${time}`,
    answer: '回答',
    guided: '引导模式，没有语言模型',
    byAt: (model: string, time: string) => `${model}，${time}`,

    copyMessage: '复制消息',
    copyAnswer: '复制回答',
    retry: '重新回答',
    inspect: '检视',
    inspectAnswer: '检视这次回答发送了什么',
    edit: '编辑',
    editMessage: '编辑消息',
    editText: '消息内容',
    makesBranch: '发送后会产生新的分支，现有内容会保留。',
    sendEdited: '发送',
    removeSkill: (name: string) => `移除 ${name}`,
    branch: (at: number, of: number) => `${at} / ${of}`,
    branches: '这条消息的各个版本',
    answerBranches: '这次回答的各个版本',
    earlier: '显示上一个版本',
    later: '显示下一个版本',
    fromProgram: '由程序发送，并非你本人',
    queuedState: '等待当前回答结束',
    unsent: '未发送',
    unsentHelp: '这一轮未能开始。请编辑后重发，或再试一次。',

    openSkill: (name: string) => `显示发送时的 ${name}`,
    skillAsSent: (name: string) => `发送时的 ${name}`,
    skillAsSentHelp: '这是随这条消息交给模型的说明。',
    skillNotSent: '这条消息没有发送该技能的任何内容。',
    skillLoading: '正在读取已发送的内容',
    noSuchSkill: (name: string) => `没有名为 ${name} 的技能。`,
    withoutSkill: (name: string) => `不再使用 ${name}`,
    skillLoadedByModel: (name: string, tokens: string) =>
      `模型加载了技能 ${name}（${tokens} 个 token）`,
    skillRead: (name: string, tokens: string) => `模型读取了技能 ${name}（${tokens} 个 token）`,
    skillLoaded: (name: string, tokens: string) => `已加载技能 ${name}（${tokens} 个 token）`,
    skillTools: (list: string) => `工具仅限 ${list}`,
    skillCut: (characters: string) => `中间省略了 ${characters} 个字符`,
    skillDropped: (name: string) => `技能 ${name} 已停用`,
    skillDroppedWhy: (name: string, reason: string) => `技能 ${name} 已停用：${reason}`,
    followUp: (name: string) => `来自技能 ${name}`,
    followUpOnError: (name: string) => `来自技能 ${name}，在出错之后`,

    summarised: (messages: string, before: string, after: string) =>
      `从这里起，较早的 ${messages} 条消息以摘要发送：token 从 ${before} 减到 ${after}`,
    leftOut: (messages: string, before: string, after: string) =>
      `从这里起，较早的 ${messages} 条消息不再发送：token 从 ${before} 减到 ${after}`,
    shortened: (calls: string, before: string, after: string) =>
      `从这里起，${calls} 次工具调用的长结果以缩短形式发送：token 从 ${before} 减到 ${after}`,
    knowledge: (count: number) => `随消息发送了 ${count} 段知识文件内容`,
    lines: (first: number, last: number) =>
      first === last ? `第 ${first} 行` : `第 ${first}–${last} 行`,

    thinking: '正在思考',
    thought: '思考过程',
    waitingForModel: '正在等待模型',
    retrying: (attempt: number, of: number, reason: string) =>
      `正在重试，第 ${attempt} 次，共 ${of} 次：${reason}`,
    stopped: '你停止了这次回答。',
    stepLimit: '已达到步骤上限而停止。发送“继续”即可接着进行。',
    interrupted: '这次回答被中断：运行期间 Skillet 结束了。正在运行的工具做了什么无从得知。',
    tryAgain: '再试一次',
    nearNames: (names: string) => `是不是想用 ${names}？`,

    toolState: {
      preparing: '准备中',
      waiting: '等待你的决定',
      running: '运行中',
      done: '完成',
      failed: '失败',
      refused: '已拒绝',
      stopped: '已停止',
      interrupted: '已中断',
    },
    input: '输入',
    output: '输出',
    noOutput: '没有输出',
    noOutputYet: '还没有输出',
    exitCode: (code: number) => `退出码 ${code}`,
    killed: '它在完成之前被结束了',
    lastLines: (shown: string, all: string) => `共 ${all} 行，显示最后 ${shown} 行`,
    wholeOutput: '显示全部输出',
    lastLinesOnly: '只显示最后几行',
    bytesLeftOut: (bytes: string) => `中间省略了 ${bytes}`,
    stale: '没有执行：文件已不是当时显示的内容',
    refusedByYou: '你拒绝了',
    refusedByYouWhy: (reason: string) => `你拒绝了：${reason}`,
    refusedByRule: (reason: string) => `规则拒绝了：${reason}`,
    refusedBySkill: (reason: string) => `当前技能不允许：${reason}`,
    refusedBySkillet: (reason: string) => `Skillet 拒绝了：${reason}`,
    outcomeUnknown: '已中断，结果未知',
    stoppedCall: '它随回答一起停止了',
    folded: (reads: number, searches: number) => {
      if (searches === 0) return `读取了 ${reads} 个文件`
      if (reads === 0) return `搜索了 ${searches} 次`
      return `读取了 ${reads} 个文件，搜索了 ${searches} 次`
    },
    wantsNetwork: '失败原因似乎是没有网络',
    wantsHome: '失败原因似乎是缺少主目录中的文件',

    image: (name: string) => `图片 ${name}`,
    toolImage: '工具读取的图片',
    imageLoading: '正在加载图片',
    imageFailed: (why: string) => `图片无法加载：${why}`,
    download: (name: string) => `下载 ${name}`,
    downloadFailed: (name: string, why: string) => `${name} 无法下载：${why}`,
    unnamedFile: '文件',

    newText: '下方有新内容',
    reading: '正在读取对话',
    readFailed: '对话无法读取',
    readFailedHelp: '你写的内容已保留。',
    didNotWork: (why: string) => `没有成功：${why}`,
    didNotWorkHint: (why: string, hint: string) => `没有成功：${why} ${hint}`,

    emptyTitle: '想做什么？',
    emptyModel: (model: string) => `由 ${model} 回答。`,
    emptyGuided: '没有连接语言模型：Skillet 会按步骤带你完成技能。',
    emptySkills: '可以从这些技能开始',
    emptySlash: '输入 / 查看所有技能。',

    answerStarted: '开始回答',
    answerFinished: '回答完毕',
    answerStopped: '回答已停止',
    answerFailed: '回答失败',
    runningTool: (tool: string) => `正在运行 ${tool}`,
  },
})
