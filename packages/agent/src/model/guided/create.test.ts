import type { LanguageModelV3Prompt, LanguageModelV3ToolResultPart } from '@ai-sdk/provider'
import type { Activation, Skill, Snapshot } from '@skillet/core'
import { streamText } from 'ai'
import { describe, expect, test } from 'vitest'
import { createGuided, type GuidedOptions } from './create.ts'

const DIRECTORY = '/home/ann/.agents/skills/pdf'
const BOUNDARY = '0123456789abcdef0123456789abcdef'

function skillCalled(name: string, description: string, rest: Partial<Skill> = {}): Skill {
  const location = `/home/ann/.agents/skills/${name}/SKILL.md`
  return {
    name,
    description,
    location,
    directory: `/home/ann/.agents/skills/${name}`,
    realPath: location,
    source: { scope: 'user', client: 'agents', root: '/home/ann/.agents/skills' },
    singleFile: false,
    tools: [],
    allowedTools: [],
    arguments: [],
    hooks: {},
    modelInvocable: true,
    userInvocable: true,
    metadata: {},
    extra: {},
    ...rest,
  }
}

function snapshotOf(skills: readonly Skill[]): Snapshot {
  const entries = skills.map((skill) => ({
    path: skill.location,
    name: skill.name,
    callableAs: skill.name,
    scope: skill.source.scope,
    client: skill.source.client,
    state: 'loaded' as const,
    reason: 'It is loaded.',
    skill,
    diagnostics: [],
  }))
  return { skills, entries, roots: [], diagnostics: [], version: 1 }
}

/** Paragraphs between steps, enough of them to be left out. */
const talk = ['Some reasoning.', 'Some more.', 'And more.', 'And still more.'].join('\n\n')

const pdf = skillCalled('pdf', 'Fill in and read PDF forms.')

function activationOf(
  body: string,
  resources: readonly string[] = [],
  hooks: Activation['hooks'] = {},
): Activation {
  return {
    skill: pdf,
    route: 'user',
    instructions: `--- ${BOUNDARY} ---\n${body}\n--- ${BOUNDARY} ---`,
    body,
    boundary: BOUNDARY,
    arguments: { text: '', tokens: [] },
    unusedArguments: false,
    hooks,
    resources,
    truncated: 0,
    hash: '',
    diagnostics: [],
    tokens: 0,
  }
}

type Output = LanguageModelV3ToolResultPart['output']

interface Turn {
  readonly texts: readonly string[]
  readonly calls: readonly { readonly tool: string; readonly input: unknown; readonly id: string }[]
}

const USER: LanguageModelV3Prompt = [
  { role: 'system', content: 'anything' },
  { role: 'user', content: [{ type: 'text', text: 'anything' }] },
]

/** The engine's loop: send, run, append the results, until the model stops. */
async function run(
  options: Partial<GuidedOptions>,
  answer: (tool: string, at: number) => Output = () => ({ type: 'text', value: 'a\nb' }),
): Promise<Turn> {
  const model = createGuided({
    message: '',
    snapshot: snapshotOf([pdf]),
    tools: ['read', 'bash'],
    ...options,
  })
  const prompt = [...USER]
  const texts: string[] = []
  const calls: { tool: string; input: unknown; id: string }[] = []
  for (let step = 0; step < 60; step += 1) {
    const { content, finishReason } = await model.doGenerate({ prompt })
    texts.push(content.map((part) => (part.type === 'text' ? part.text : '')).join(''))
    const call = content.find((part) => part.type === 'tool-call')
    expect(finishReason.unified).toBe(call ? 'tool-calls' : 'stop')
    if (call === undefined) return { texts, calls }
    const { toolCallId, toolName, input } = call
    calls.push({ tool: toolName, input: JSON.parse(input), id: toolCallId })
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId, toolName, output: answer(toolName, calls.length) },
        ],
      },
    )
  }
  throw new Error('guided does not come to an end')
}

describe('with a skill', () => {
  const body = [
    '# Forms',
    '',
    talk,
    '',
    'These are the steps:',
    '',
    '1. Read [the fields](references/fields.md) first.',
    '2. Check the form with `scripts/check.py form.pdf`.',
    '',
    '```bash',
    'pdftotext form.pdf -',
    '```',
    '',
    '- Then tell the person.',
  ].join('\n')
  const resources = ['references/fields.md', 'scripts/check.py']

  test('says first that there is no model, and walks heading, steps, files and commands', async () => {
    const { texts, calls } = await run({ activation: activationOf(body, resources) })

    expect(texts[0]).toMatch(/^\*\*No language model connected\.\*\*/)
    expect(calls.map(({ tool, input }) => [tool, input])).toEqual([
      ['read', { path: `${DIRECTORY}/references/fields.md` }],
      ['bash', { command: `${DIRECTORY}/scripts/check.py form.pdf` }],
      ['bash', { command: 'pdftotext form.pdf -' }],
    ])
    const whole = texts.join('\n')
    expect(whole).toContain('# Forms\n\nThese are the steps:\n\n1. Read')
    expect(whole).not.toContain('Some reasoning')
    expect(texts[0]).toContain('Other paragraphs are not shown.')
    expect(whole).toContain('1. Read [the fields](references/fields.md) first.')
    expect(whole).toContain('```bash\npdftotext form.pdf -\n```')
    expect(texts.at(-1)).toContain('- Then tell the person.')
  })

  test('tells results in words and ends with what was done and skipped', async () => {
    const { texts } = await run({ activation: activationOf(body, resources) }, (tool, at) => {
      if (tool === 'read') return { type: 'text', value: '1\n2\n3\n' }
      return at === 2
        ? { type: 'execution-denied', reason: 'not now' }
        : { type: 'error-text', value: 'no such file' }
    })

    expect(texts[1]).toContain('Read `references/fields.md`: 3 lines.')
    expect(texts[2]).toContain('It was refused, so it did not run.')
    expect(texts[3]).toContain('It failed, 1 line.')
    expect(texts[3]).toContain('- Read: `references/fields.md`')
    expect(texts[3]).toContain('- Ran: 1 command, which failed')
    expect(texts[3]).toContain('- Skipped: `scripts/check.py form.pdf` (it was refused)')
    expect(texts[3]).toContain('- Not printed: 4 paragraphs apart from the steps.')
  })

  test('gives exit codes: 0 for what went well, and what the host knows for what did not', async () => {
    const activation = activationOf('```sh\nmake\n```\n```sh\nmake test\n```')
    const { texts } = await run({ activation, outcomeOf: () => ({ exitCode: 2 }) }, (_tool, at) =>
      at === 1
        ? { type: 'text', value: Array.from({ length: 12 }, () => 'x').join('\n') }
        : { type: 'error-text', value: 'x' },
    )

    expect(texts[1]).toContain('exit code 0, 12 lines')
    expect(texts[2]).toContain('exit code 2, 1 line.')
  })

  test('a command that printed nothing has no output, whatever notes follow', async () => {
    const activation = activationOf('```sh\nmake\n```\n```sh\nmake test\n```')
    const ends = ['(no output)', '(no output)\n[Exit code 2]']
    const answer = (_tool: string, at: number): Output =>
      at === 1
        ? { type: 'text', value: ends[0] ?? '' }
        : { type: 'error-text', value: ends[1] ?? '' }
    const { texts } = await run({ activation, outcomeOf: () => ({ exitCode: 2 }) }, answer)
    expect(texts[1]).toContain('It ended with exit code 0, no output.')
    expect(texts[2]).toContain('It ended with exit code 2, no output.')
    const chinese = await run({ activation, language: 'zh' }, answer)
    expect(chinese.texts[1]).toContain('退出码 0，无输出。')
    expect(chinese.texts[2]).toContain('运行失败，无输出。')
  })

  test('counts the lines that a command printed, not those that the model is told', async () => {
    const activation = activationOf('```sh\nmake\n```\n```sh\nmake test\n```')
    const ends = [
      { exitCode: 0, outputLines: 1 },
      { exitCode: 2, outputLines: 3 },
    ]
    const known: string[] = []
    const outcomeOf = (id: string) => {
      if (!known.includes(id)) known.push(id)
      return ends[known.indexOf(id)]
    }
    const { texts } = await run({ activation, outcomeOf }, (_tool, at) =>
      at === 1
        ? { type: 'text', value: '(no output)' }
        : { type: 'error-text', value: '1\n2\n3\n[Exit code 2]\n[Working folder: /x]' },
    )
    expect(texts[1]).toContain('exit code 0, 1 line.')
    expect(texts[2]).toContain('exit code 2, 3 lines.')
  })

  test('says of commands what is true with a person, with rules, with --yes and with nobody', async () => {
    const { texts } = await run({ activation: activationOf('```sh\nmake\n```') })
    expect(texts[0]).toContain('Each command runs only with your permission.')
    expect(texts.join('\n')).not.toContain('waits')
    const bare = await run({ activation: activationOf('Write kindly.') })
    expect(bare.texts[0]).not.toContain('permission')
  })

  test('claims to show all only where nothing is left out', async () => {
    const whole = await run({ activation: activationOf('# A\n\nRun this:\n\n```sh\nmake\n```') })
    expect(whole.texts[0]).toContain('are the instructions of `/pdf`, as they stand.')
    expect(whole.texts[0]).toContain('Run this:\n\n```sh')
    const parts = await run({ activation: activationOf(`${talk}\n\nHow:\n\n- a\n\nWhy.\n\n## B`) })
    expect(parts.texts[0]).toContain('the steps, commands and files in the instructions')
    expect(parts.texts[0]).toContain('Not printed: 5 paragraphs')
  })

  test('leaves nothing out where that would make the text hardly shorter', async () => {
    const text =
      '## Look\n\n```sh\ngit diff\n```\n\nIf nothing is staged, stop.\n\n- a step\n\n## B'
    const { texts } = await run({
      activation: activationOf(`Why.\n\nAnd.\n\nHow:\n\n- a\n\n${text}`),
    })
    expect(texts[0]).toContain('are the instructions of `/pdf`, as they stand.')
    expect(texts.join('\n')).toContain('If nothing is staged, stop.')
    expect(texts.at(-1)).not.toContain('Not printed')
  })

  test('lists what was skipped in the order of the text, by its commands and not their comments', async () => {
    const commands = ['# First\nmake <target>', '# Then\nmake all\n# and\nmake check', 'vim a']
    const text = commands.map((command) => `\`\`\`sh\n${command}\n\`\`\``).join('\n\n')
    const { texts } = await run({ activation: activationOf(text) }, () => ({
      type: 'execution-denied',
    }))
    expect(texts.at(-1)).toContain(
      [
        '- Skipped: `make <target>` (\\<target\\> has to be filled in first)',
        '- Skipped: `make all ⏎ make check` (it was refused)',
        '- Skipped: `vim a` (vim waits for somebody at a terminal)',
      ].join('\n'),
    )
  })

  test('counts failures in words', async () => {
    const text = '```sh\na\n```\n\n```sh\nb\n```\n\n```sh\nc\n```'
    const failing = async (failures: number) => {
      const { texts } = await run({ activation: activationOf(text) }, (_, at) =>
        at <= failures ? { type: 'error-text', value: 'no' } : { type: 'text', value: 'yes' },
      )
      return texts.at(-1)?.match(/Ran: .*/)?.[0]
    }
    expect(await failing(0)).toBe('Ran: 3 commands')
    expect(await failing(2)).toBe('Ran: 3 commands, of which 2 failed')
    expect(await failing(3)).toBe('Ran: 3 commands, all of which failed')
  })

  test('says that nothing was done beside what was not printed', async () => {
    const { texts } = await run({ activation: activationOf(`${talk}\n\nHow:\n\n- a`) })
    expect(texts[0]).toContain(
      '**What was done**\n\n- Nothing was read or run: the instructions name no file that the skill has, and no command to propose.\n- Not printed: 4 paragraphs',
    )
  })

  test('the words above a command or list and those that close the text are printed', async () => {
    const text = [
      talk,
      '',
      'What the list is for:',
      '',
      '- a step',
      '',
      'What the command is for:',
      '',
      '```sh',
      'make',
      '```',
      '',
      'The end.',
      '',
      'The very end.',
    ].join('\n')
    const shown = async (body: string) =>
      (await run({ activation: activationOf(body) })).texts.join('\n')
    const once = await shown(text)
    for (const words of ['list is for:', 'command is for:', 'The end.', 'The very end.']) {
      expect(once).toContain(words)
    }
    expect(once).not.toContain('Some reasoning.')
    expect(await shown(`${text}\n\n## Closing\n\nThank the person.`)).toContain(
      '## Closing\n\nThank the person.',
    )
  })

  test('a script that cannot run by itself is proposed with its interpreter', async () => {
    const asked: string[] = []
    const { calls } = await run({
      activation: activationOf('- `scripts/check.py form.pdf`', resources),
      interpreterOf: (script) => {
        asked.push(script)
        return 'python3'
      },
    })
    expect(asked).toEqual([`${DIRECTORY}/scripts/check.py`])
    expect(calls[0]?.input).toEqual({
      command: `python3 ${DIRECTORY}/scripts/check.py form.pdf`,
    })
  })

  test('how to connect a model is said once in a conversation', async () => {
    const advice = 'To connect a language model'
    const { texts } = await run({ activation: activationOf(body, resources) })
    expect(texts.join('\n').split(advice)).toHaveLength(2)

    const second: LanguageModelV3Prompt = [
      ...USER,
      { role: 'assistant', content: [{ type: 'text', text: 'anything' }] },
      { role: 'user', content: [{ type: 'text', text: 'anything' }] },
    ]
    for (const activation of [undefined, activationOf('Hello.')]) {
      const options = { message: 'zzzz', snapshot: snapshotOf([pdf]), tools: [] }
      const model = createGuided({ ...options, ...(activation && { activation }) })
      const { content } = await model.doGenerate({ prompt: second })
      const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      expect(said).toMatch(/^\*\*No language model connected\.\*\*/)
      expect(said).not.toContain(advice)
    }
  })

  test('proposes nothing that the turn has no tool for, and says so', async () => {
    const { texts, calls } = await run({
      activation: activationOf(body, resources),
      tools: ['read'],
    })

    expect(calls.map(({ tool }) => tool)).toEqual(['read'])
    expect(texts.at(-1)).toContain(
      '- Skipped: `pdftotext form.pdf -` (this turn does not have the tool bash)',
    )
  })

  test('a section without steps is printed whole, and so is a paragraph that names a file', async () => {
    const text = `## A\n\nPlain words.\n\n## B\n\n${talk}\n\nSee notes.md.\n\n- a step`
    const { texts } = await run({ activation: activationOf(text, ['notes.md']) })
    expect(texts.join('\n')).toContain('## A\n\nPlain words.')
    expect(texts[0]).toMatch(/## B\n\nSee notes\.md\.\n\nReading `notes\.md`\.$/)
    expect(texts.at(-1)).toContain('- Not printed: 4 paragraphs')
  })

  test('a text without lists is printed whole; one without anything to do says so', async () => {
    const { texts } = await run({ activation: activationOf('# Tone\n\nWrite kindly.') })

    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('# Tone\n\nWrite kindly.')
    expect(texts[0]).toContain('Nothing was read or run')
  })

  test('a skill without instructions says so', async () => {
    const { texts } = await run({ activation: activationOf('') })
    expect(texts[0]).toContain('The skill has no instructions.')
  })

  test('a command with something to fill in is skipped, never run', async () => {
    const activation = activationOf(
      '```sh\npdftk <input.pdf> cat\n```\n```sh\nexport K=YOUR_KEY\n```',
    )
    const { texts, calls } = await run({ activation })

    expect(calls).toEqual([])
    expect(texts[0]).toContain('\\<input.pdf\\> has to be filled in first')
    expect(texts[0]).toContain('YOUR\\_KEY has to be filled in first')
  })

  test('more calls than the limit are listed as skipped', async () => {
    const many = Array.from({ length: 5 }, (_, at) => `\`\`\`sh\necho ${at}\n\`\`\``).join('\n')
    const { calls, texts } = await run({ activation: activationOf(many), limit: 3 })

    expect(calls).toHaveLength(3)
    expect(texts.at(-1)).toContain('- Skipped: `echo 4` (more than 3 calls in one turn)')
  })

  test('the same prompt gives the same answer, and its ids differ from those of other turns', async () => {
    const activation = activationOf(body, resources)
    const options = { message: '', activation, snapshot: snapshotOf([pdf]), tools: ['read'] }
    const once = await createGuided({ ...options, turn: 'a' }).doGenerate({ prompt: USER })
    const again = await createGuided({ ...options, turn: 'a' }).doGenerate({ prompt: USER })
    const other = await createGuided({ ...options, turn: 'b' }).doGenerate({ prompt: USER })

    expect(again).toEqual(once)
    expect(other.content[0]).toEqual(once.content[0])
    expect(other.content[1]).not.toEqual(once.content[1])
  })

  test('results of earlier turns do not count', async () => {
    const activation = activationOf(body, resources)
    const model = createGuided({
      message: '',
      activation,
      snapshot: snapshotOf([pdf]),
      tools: ['read'],
    })
    const earlier: LanguageModelV3Prompt = [
      ...USER,
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'x',
            toolName: 'read',
            output: { type: 'text', value: '' },
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'again' }] },
    ]
    const { content } = await model.doGenerate({ prompt: earlier })
    expect(content[0]).toMatchObject({ text: expect.stringMatching(/^\*\*No language model/) })
    expect(content[1]).toMatchObject({ toolName: 'read' })
  })

  test('a second message within the turn is the follow-up, printed without its frame', async () => {
    const hook = `--- follow-up ${BOUNDARY} ---\nSay goodbye.\n--- end ${BOUNDARY} ---`
    const activation = activationOf('Hello.', [], { postExecute: hook })
    const model = createGuided({ message: '', activation, snapshot: snapshotOf([pdf]), tools: [] })
    await model.doGenerate({ prompt: USER })
    const { content } = await model.doGenerate({
      prompt: [...USER, { role: 'user', content: [{ type: 'text', text: hook }] }],
    })

    expect(content).toEqual([
      {
        type: 'text',
        text: 'The skill asks for this afterwards, as it stands:\n\nSay goodbye.',
      },
    ])
  })

  test('Chinese has every sentence', async () => {
    const { texts } = await run({ activation: activationOf(body, resources), language: 'zh' })
    expect(texts[0]).toMatch(/^\*\*未连接语言模型。\*\*/)
    expect(texts.at(-1)).toContain('**完成情况**')
    expect(texts.join('\n')).not.toMatch(/Skipped|Read `|exit code/)
  })

  test('Chinese names every way a call can end, and every reason to skip', async () => {
    const fence = (command: string) => `\`\`\`sh\n${command}\n\`\`\``
    const text = ['make', 'make b', 'make c', 'pdftk <in.pdf>', 'make d'].map(fence).join('\n')
    const activation = activationOf(`See notes.md.\n\n${text}`, ['notes.md'])
    const ends: readonly Output[] = [
      { type: 'error-text', value: 'gone' },
      { type: 'text', value: 'fine' },
      { type: 'error-text', value: 'bad' },
      { type: 'execution-denied' },
    ]
    const { texts } = await run({ activation, language: 'zh', limit: 4 }, (_tool, at) => {
      const end = ends[at - 1]
      if (end === undefined) throw new Error('more calls than expected')
      return end
    })
    const whole = texts.join('\n')
    for (const sentence of [
      '正在读取 `notes.md`。',
      '无法读取 `notes.md`。',
      '运行结束，退出码 0，1 行。',
      '运行失败，1 行。',
      '已被拒绝，未运行。',
      '需要先填写 \\<in.pdf\\>',
      '一轮超过 4 次调用',
      '已运行：2 条命令，其中 1 条失败',
    ]) {
      expect(whole).toContain(sentence)
    }
    const bare = await run({ activation: activationOf(text), language: 'zh', tools: [] })
    expect(bare.texts[0]).toContain('本轮没有工具 bash')
  })

  test('goes through the same loop as any model', async () => {
    const result = streamText({
      model: createGuided({
        message: '',
        activation: activationOf('```sh\nmake\n```'),
        snapshot: snapshotOf([pdf]),
        tools: ['bash'],
      }),
      prompt: 'x',
      tools: {},
    })
    expect(await result.text).toContain('```sh\nmake\n```')
    expect(await result.finishReason).toBe('tool-calls')
  })
})

describe('without a skill', () => {
  const skills = [
    pdf,
    skillCalled('release-notes', 'Write release notes from the git log.', {
      argumentHint: '<version>',
    }),
    skillCalled('invoice', 'Make an invoice as a PDF.', { userInvocable: false }),
    skillCalled('tricky', 'Translate *text* with `code` | <b>bold</b>'),
  ]

  test('offers what comes nearest, with the reason and the command, and runs nothing', async () => {
    const { texts, calls } = await run({
      message: 'please write the notes for our new release',
      snapshot: snapshotOf(skills),
    })

    expect(calls).toEqual([])
    expect(texts[0]).toMatch(/^\*\*No language model connected\.\*\*/)
    expect(texts[0]).toContain(
      '- `/release-notes <version>`: Write release notes from the git log.',
    )
    expect(texts[0]).toContain('has “write”, “notes”, “release”')
  })

  test('a skill that the message names comes first', async () => {
    const { texts } = await run({
      message: 'write release notes as a pdf',
      snapshot: snapshotOf(skills),
    })
    expect(texts[0]).toMatch(/- `\/pdf`: [^\n]*you named it[^\n]*\n- `\/release-notes/)
  })

  test('never offers what a person may not call', async () => {
    const { texts } = await run({ message: 'make an invoice', snapshot: snapshotOf(skills) })
    expect(texts[0]).not.toContain('/invoice')
  })

  test("a description's own marks are shown, not obeyed", async () => {
    const { texts } = await run({ message: 'translate', snapshot: snapshotOf(skills) })
    expect(texts[0]).toContain('Translate \\*text\\* with \\`code\\` \\| \\<b\\>bold\\</b\\>')
  })

  test('Chinese offers in Chinese, also for a message in Chinese', async () => {
    const chinese = [...skills, skillCalled('fapiao', '整理电子发票并生成报销单。')]
    const options = { snapshot: snapshotOf(chinese), language: 'zh' } as const
    const offered = await run({ ...options, message: '帮我整理发票' })
    expect(offered.texts[0]).toMatch(/- `\/fapiao`：整理电子发票并生成报销单。 \*（包含/)
    expect((await run({ ...options, message: 'zzzz' })).texts[0]).toContain('没有相同的词')
    expect((await run({ ...options, message: 'pdf' })).texts[0]).toContain('您提到了它的名称')
    const none = await run({ message: 'x', snapshot: snapshotOf([]), language: 'zh' })
    expect(none.texts[0]).toContain('没有加载任何技能')
  })

  test('reads the beginning of a long message alone', async () => {
    for (const piece of ['word ', '整理', 'a-b ']) {
      const message = `write the notes ${piece.repeat(100_000)}`
      const { texts } = await run({ message, snapshot: snapshotOf(skills) })
      expect(texts[0]).toContain('`/release-notes <version>`')
    }
  })

  test('nothing near, and no skills at all, are said', async () => {
    const nothing = await run({ message: 'zzzz', snapshot: snapshotOf(skills) })
    const none = await run({ message: 'anything', snapshot: snapshotOf([]) })
    expect(nothing.texts[0]).toContain('None of the 3 skills here')
    expect(none.texts[0]).toContain('No skill is loaded here.')
  })
})
