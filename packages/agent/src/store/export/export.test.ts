import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MemoryStore } from '../memory.ts'
import type { Message, Part } from '../types.ts'
import { exportConversation } from './index.ts'
import { fence, inlineCode, plainWords, quoteMarkdown } from './safe-markdown.ts'

const schemaFile = fileURLToPath(
  new URL('../../../../../docs/schemas/conversation.schema.json', import.meta.url),
)
const schema = z.fromJSONSchema(JSON.parse(readFileSync(schemaFile, 'utf8')))

const begun = Date.UTC(2026, 4, 1, 9, 30)
const injected = 'INJECTED INSTRUCTIONS'

let store: MemoryStore
beforeEach(async () => {
  store = new MemoryStore(() => begun)
  await store.create({ id: 'c', workspace: '/home/ada/shop', now: begun })
})

const put = (id: string, role: Message['role'], parts: readonly Part[], more = {}) =>
  store.put('c', { id, role, parts, createdAt: begun, ...more })
const markdown = async () => (await exportConversation(store, 'c', { format: 'markdown' })) ?? ''
const json = async () =>
  JSON.parse((await exportConversation(store, 'c', { format: 'json' })) ?? 'null')

const bash = (result: Extract<Part, { type: 'tool' }>['result']): Part => ({
  type: 'tool',
  callId: '1',
  tool: 'bash',
  input: { command: 'git status' },
  ...(result && { result }),
})

describe('times that no calendar has', () => {
  it.each([8.64e15 + 1, -8.64e15 - 1, 1e300])(
    '%s is shown as the number that it is',
    async (at) => {
      await put('m1', 'user', [{ type: 'text', text: 'hello' }], { createdAt: at })
      await store.create({ id: 'far', workspace: '/w', now: at })
      expect((await json()).messages[0].createdAt).toBe(String(at))
      expect(await markdown()).toContain('hello')
      const far = await exportConversation(store, 'far', { format: 'markdown' })
      expect(far).toContain(`begun ${at}`)
    },
  )
})

describe('a message that a program wrote', () => {
  it('is no person’s, in either form', async () => {
    await put('m1', 'user', [{ type: 'text', text: 'mine' }])
    await put('m2', 'user', [{ type: 'text', text: 'its' }], { askedBy: 'program' })
    const exported = await json()
    expect(schema.parse(exported)).toEqual(exported)
    expect(exported.messages).toMatchObject([{ id: 'm1' }, { id: 'm2', askedBy: 'program' }])
    expect(exported.messages[0]).not.toHaveProperty('askedBy')
    expect((await markdown()).match(/^## [^,]+/gmu)).toEqual(['## You', '## A program'])
  })
})

describe('a conversation as Markdown', () => {
  it('shows what was typed, answered and done, on the shown branch', async () => {
    await store.setTitle('c', 'Red build')
    await put('q1', 'user', [
      { type: 'skill', name: 'fix', typed: '/fix ' },
      { type: 'text', text: 'src/a.ts' },
      { type: 'attachment', name: 'log.txt', mediaType: 'text/plain', size: 12, hash: 'h' },
    ])
    await put('a0', 'assistant', [{ type: 'text', text: 'An older answer.' }])
    await put(
      'a1',
      'assistant',
      [
        { type: 'step', model: 'a/b' },
        { type: 'reasoning', text: 'Hm.' },
        bash({ kind: 'outcome', outcome: { ok: true, text: 'On branch main' }, boundary: 'ff' }),
        bash({ kind: 'denied', reason: 'Not now.' }),
        bash(undefined),
        { type: 'text', text: 'It is **fixed**.' },
      ],
      { parent: 'q1', end: { reason: 'interrupted' } },
    )
    expect(await markdown()).toBe(`# Red build

Folder \`/home/ada/shop\`, begun 2026-05-01 09:30 UTC.

## You, 2026-05-01 09:30 UTC

> /fix src/a.ts

Attachment: \`log.txt\` (\`text/plain\`, 12 bytes)

## Assistant, 2026-05-01 09:30 UTC

**Tool** \`bash\`

\`\`\`sh
git status
\`\`\`

Result:

\`\`\`
On branch main
\`\`\`

**Tool** \`bash\`

\`\`\`sh
git status
\`\`\`

*Refused:* Not now.

**Tool** \`bash\`

\`\`\`sh
git status
\`\`\`

*Interrupted: what came of it is not known.*

> It is **fixed**.

*Ended: the program that ran it ended*.
`)
  })

  it('ancestor C: a skill alone is `/name`, never its text', async () => {
    await put('q1', 'user', [{ type: 'skill', name: 'review', location: '/s' }])
    await put('a1', 'assistant', [
      {
        type: 'tool',
        callId: '1',
        tool: 'activate_skill',
        input: { name: 'pdf' },
        result: {
          kind: 'outcome',
          outcome: { ok: true, text: injected, activate: { name: 'pdf', route: 'tool' } },
        },
      },
      { type: 'follow-up', hook: 'postExecute', skill: 'review', text: injected },
      { type: 'knowledge', text: injected, sources: [] },
    ])
    const page = await markdown()
    expect(page).toMatch(/^# \/review\n/u)
    expect(page).toContain('\n> /review\n')
    expect(page).toContain('*Skill loaded:* `pdf`')
    expect(page).not.toContain(injected)
    expect(JSON.stringify(await json())).not.toContain(injected)
  })

  it('shows arguments that stand apart from the text', async () => {
    await put('q1', 'user', [{ type: 'skill', name: 'pdf', arguments: ['my file.pdf', '--all'] }])
    const page = await markdown()
    expect(page).toContain('\n> /pdf "my file.pdf" --all\n')
    expect(page).toMatch(/^# \/pdf "my file\.pdf" --all\n/u)
    expect((await json()).messages[0].typed).toBe('/pdf "my file.pdf" --all')
    const parts = [{ type: 'text', text: 'Look.' } as const]
    await put('q2', 'user', [{ type: 'skill', name: 'pdf', arguments: 'a.pdf' }, ...parts])
    expect((await json()).messages[1].typed).toBe('/pdf Look.\n\na.pdf')
  })

  it('is undefined for a conversation that is not there', async () => {
    expect(await exportConversation(store, 'none', { format: 'json' })).toBeUndefined()
  })
})

describe('P2 what is exported loads nothing and forges nothing', () => {
  it.each([
    ['an image', '![x](http://evil/x.png)', '> &#33;\\[x](http://evil/x.png)'],
    ['an image by HTML', '<img src="//evil">', '> \\<img src="//evil">'],
    ['an image within a link', '[![x](//evil)](//e)', '> [&#33;\\[x](//evil)](//e)'],
    ['a heading of ours', 'a\n\n## You, now', '> a\n>\n> ## You, now'],
    ['a heading by underline', 'You\n---', '> You\n> ---'],
    ['a script', '</blockquote><script>', '> \\</blockquote>\\<script>'],
    ['a carriage return', 'a\r## You', '> a\n> ## You'],
    ['a hidden direction', 'a\u202eb', '> a⟨U+202E⟩b'],
    ['an escape sequence', 'a\u001b[31mb', '> a[31mb'],
    ['an open comment', '<!-- all', '> \\<!-- all'],
    ['code that only looks closed', '`a\n<img src=x>`', '> \\`a\n> \\<img src=x>\\`'],
    ['a backtick in an address', '[a](x`y) ` `<i>`', '> [a](x`y) ` \\`\\<i>\\`'],
    ['cells of a table', '| ` | ` `<i>`', '> | ` | ` \\`\\<i>\\`'],
  ])('%s', (_, text, quoted) => {
    expect(quoteMarkdown(text)).toBe(quoted)
  })

  it.each([
    ['code in a line', 'Use `Array<T>`.', '> Use `Array<T>`.'],
    [
      'a block of code',
      'So:\n```tsx\n<b>\n```\nDone.',
      '> So:\n>\n> ```tsx\n> <b>\n> ```\n>\n> Done.',
    ],
    ['a block that is never closed', '~~~\n![x](y)', '> ```\n> ![x](y)\n> ```'],
    ['a block that holds a fence', '````\n```\n````', '> ````\n> ```\n> ````'],
    ['a block in a list', '- a\n  ```\n  <b>\n  ```', '> - a\n>\n>   ```\n>   <b>\n>   ```'],
    [
      'content further out than its mark',
      '    ```\n<b>\n    ```',
      '>     ```\n>     <b>\n>     ```',
    ],
    ['lists, links and emphasis', '* [a](b) **c**', '> * [a](b) **c**'],
  ])('keeps %s', (_, text, quoted) => {
    expect(quoteMarkdown(text)).toBe(quoted)
  })

  it.each([
    ['a log of many lines', '3 passed <b> `x`\n'.repeat(100_000)],
    ['a table of many lines', '| a | `<b>` |\n'.repeat(100_000)],
    ['paragraphs and blocks in turn', 'a\n\n```\nb\n```\n'.repeat(50_000)],
    ['one block of many lines', `\`\`\`\n${'a\n'.repeat(300_000)}`],
    ['a line of backticks', '` <'.repeat(200_000)],
    ['a line of runs that end nowhere', '`a``b```c````d'.repeat(100_000)],
    ['empty lines', `a${'\n'.repeat(300_000)}b`],
  ])('writes out %s, however long', (_, text) => {
    const quoted = quoteMarkdown(text).split('\n')
    expect(quoted.length).toBeGreaterThanOrEqual(text.trimEnd().split('\n').length)
    expect(fence(text).length).toBeGreaterThan(text.trimEnd().length)
  })

  const signs = fc
    .array(
      fc.constantFrom(
        '<img>',
        '![a](b)',
        '`',
        '```',
        '~~~',
        '\n',
        '    ',
        '- ',
        '|',
        '\\',
        '](',
        'a',
      ),
    )
    .map((pieces) => pieces.join(''))

  it('each line of foreign text stands in the quote', () => {
    fc.assert(
      fc.property(fc.oneof(signs, fc.string({ unit: 'binary' })), (text) => {
        expect(
          quoteMarkdown(text)
            .split('\n')
            .every((line) => /^>(?: |$)/u.test(line)),
        ).toBe(true)
      }),
    )
  })

  it('a fence and a name hold whatever they are given', () => {
    fc.assert(
      fc.property(signs, (text) => {
        const [first = '', ...rest] = fence(text).split('\n')
        const last = rest.pop()
        expect(last).toBe(first)
        expect(rest.some((line) => line.includes(first))).toBe(false)
        const [mark = ''] = /^`+/u.exec(inlineCode(text)) ?? []
        const inside = inlineCode(text).slice(mark.length, -mark.length)
        expect(inside.match(/`+/gu)?.includes(mark) ?? false).toBe(false)
        expect(plainWords(text)).not.toMatch(/(?<!\\)(?:\\\\)*[<`[]/u)
      }),
    )
  })

  it('titles, reasons and names of tools are words', async () => {
    await store.setTitle('c', '# <b>\n## You ![x](//evil)')
    await put('a', 'assistant', [
      {
        type: 'tool',
        callId: '1',
        tool: '`<i>`',
        input: {},
        result: { kind: 'denied', reason: '![](//evil)' },
      },
    ])
    const page = await markdown()
    expect(page).toMatch(/^# \\# \\<b\\> \\#\\# You \\!\\\[x\\\]\(\/\/evil\)\n/u)
    expect(page).toContain('**Tool** `` `<i>` ``')
    expect(page).toContain('*Refused:* \\!\\[\\](//evil)')
  })

  it('a call that the stop of its turn kept from running was refused by nobody', async () => {
    const result = { kind: 'denied', by: 'stop', reason: 'The turn was stopped.' } as const
    await put('a', 'assistant', [{ type: 'tool', callId: '1', tool: 'bash', input: {}, result }])
    expect(await markdown()).toContain('*Not run:* The turn was stopped')
  })
})

describe('a conversation as JSON', () => {
  it('has all branches and follows its schema', async () => {
    await put('q1', 'user', [{ type: 'skill', name: 'fix' }])
    await put('a1', 'assistant', [bash({ kind: 'outcome', outcome: { ok: true, text: 'x' } })], {
      usage: { inputTokens: 1 },
      end: { reason: 'error', error: { class: 'cut', message: 'It was cut.' } },
    })
    await put('a2', 'assistant', [{ type: 'text', text: 'again' }], { parent: 'q1' })
    const exported = await json()
    expect(schema.safeParse(exported).error).toBeUndefined()
    expect(schema.safeParse({ ...exported, messages: [{}] }).success).toBe(false)
    expect(exported).toMatchObject({
      version: 1,
      conversation: { id: 'c', workspace: '/home/ada/shop', head: 'a2' },
      messages: [
        { id: 'q1', parent: null, typed: '/fix', createdAt: '2026-05-01T09:30:00.000Z' },
        { id: 'a1', parent: 'q1', end: { reason: 'error' } },
        { id: 'a2', parent: 'q1' },
      ],
    })
  })
})
