import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composing } from './composing.ts'
import { last, messages, say } from './talk.ts'
import { hasBrowser, openWorld, startMs, type World } from './world.ts'

/** Turns the direction, draws nothing, isolates, spells unseen letters, and is a letter of no ink. */
const unseen = '\u202e\u200b\u2067\u{e0041}\u3164'
/** A word with all of them in it, which none of the others may be mistaken for. */
const hostile = (word: string) => `${word}${unseen}z`
const shown = (word: string) => `${word}⟨U+202E⟩⟨U+200B⟩⟨U+2067⟩⟨U+E0041⟩⟨U+3164⟩z`

/**
 * Notes whatever is ever on the page, also for a moment: each text and each attribute that is read.
 * What a person types into is left, since it stays as typed.
 */
function watch(): void {
  const raw: string[] = []
  Reflect.set(window, 'raw', raw)
  const hides =
    /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e007f}]/u
  const read = ['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'placeholder', 'title']
  const note = (where: string, text: string) => {
    if (hides.test(text.replace(/[\n\t]/gu, ''))) raw.push(`${where}: ${JSON.stringify(text)}`)
  }
  const look = (node: Node, parent: Node) => {
    const isTyped = parent instanceof Element && parent.closest('textarea') !== null
    if (node instanceof Text && !isTyped) note(`text in ${parent.nodeName}`, node.data)
    if (!(node instanceof Element)) return
    for (const name of read) note(`${node.tagName} ${name}`, node.getAttribute(name) ?? '')
    for (const child of node.childNodes) look(child, node)
  }
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) look(node, target)
      if (addedNodes.length === 0) look(target, target.parentNode ?? target)
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: read,
  })
}

const raw = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'raw'))

const user = '~/.agents/skills'
const yaml = (word: string) => JSON.stringify(hostile(word))

async function fill(world: World): Promise<void> {
  await world.skill(user, 'everything', {
    description: yaml('description'),
    fields: [
      `license: ${yaml('license')}`,
      `compatibility: ${yaml('compatibility')}`,
      `allowed-tools: ${JSON.stringify(`Bash(${hostile('rule')} *)`)}`,
      `tools: [${yaml('tool')}]`,
      `model: ${yaml('scripted/model')}`,
      `argument-hint: ${yaml('hint')}`,
      'arguments:',
      `  - name: ${yaml('argument')}`,
      `    description: ${yaml('what')}`,
      'hooks:',
      `  preExecute: ${yaml('hook')}`,
      'metadata:',
      `  ${yaml('key')}: ${yaml('value')}`,
      `${yaml('extra')}: ${yaml('more')}`,
    ].join('\n'),
    body: `# ${hostile('heading')}\n\n${hostile('body')} and \`${hostile('code')}\`.`,
  })
  await world.write(`${user}/everything/${hostile('file')}.md`, hostile('content'))
  await world.write(
    `${user}/${hostile('folder')}/SKILL.md`,
    `---\nname: ${yaml('name')}\ndescription: Has a name that hides. Use when asked.\n---\nWork.\n`,
  )
  await world.write(
    `${user}/broken/SKILL.md`,
    `---\nname: ${yaml('broken')}\nDescription${unseen}: ${yaml('lost')}\ndescription:\n---\n`,
  )
  await world.skill(user, 'asked', {
    description: yaml('question'),
    fields: `tools: [bash, ${yaml('tool')}]`,
    body: hostile('instructions'),
  })
  await world.skill('.agents/skills', 'untrusted', {
    description: yaml('project'),
    fields: `allowed-tools: ${JSON.stringify(`Bash(${hostile('wide')})`)}`,
    body: hostile('asks'),
  })
  await world.write(`.agents/skills/untrusted/${hostile('script')}.sh`, hostile('echo'))
  await world.write(
    '.skillet/settings.json',
    JSON.stringify({
      model: hostile('scripted/other'),
      disabled: [hostile('off')],
      knowledge: [`../${hostile('notes')}.md`],
      permissions: { deny: [`bash(${hostile('never')})`] },
      [hostile('unknown')]: true,
    }),
  )
  await world.seed(async (store) => {
    for (const [id, workspace] of [
      ['seeded', world.cwd],
      ['elsewhere', hostile('/far')],
    ] as const) {
      await store.create({ id, workspace, now: Date.now() })
      const parts = [{ type: 'text', text: `lantern ${hostile('light')}` }] as const
      await store.put(id, { id: `${id} 1`, role: 'user', parts, createdAt: Date.now() })
      await store.setTitle(id, hostile('title'))
    }
  })
}

const settings = {
  sandbox: 'off',
  disabled: [hostile('disabled')],
  permissions: { ask: [`bash(${hostile('ask')})`], deny: [`bash(${hostile('deny')})`] },
  [hostile('mistake')]: 1,
}

describe.skipIf(!hasBrowser)('threats E5, T8: what hides in foreign text is shown', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings })
    await fill(world)
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  const open = (path: string) => world.open({ path, first: watch })
  const finished = async (page: Page) => {
    expect(await raw(page)).toEqual([])
    await page.context().close()
  }

  it('T8: on the page of skills, in each tab of a skill, and in the question of trust', async () => {
    const page = await open('/skills')
    const rows = page.getByRole('list', { name: 'List of skills' }).getByRole('link')
    const tab = (name: string | RegExp) => page.getByRole('tab', { name }).click()
    await rows.filter({ hasText: shown('description') }).click()
    const details = page.getByRole('region', { name: /^Details of/u })
    const about =
      'license compatibility hint argument what tool hook key value extra more rule model'.split(
        ' ',
      )
    for (const word of about) await details.getByText(shown(word)).first().waitFor()
    await tab('Instructions')
    await details.getByText(shown('body')).waitFor()
    await details.getByRole('button', { name: 'Formatted' }).click()
    await details.getByRole('heading').getByText(shown('heading')).waitFor()
    await details.locator('code', { hasText: shown('code') }).waitFor()
    await tab('Files')
    await details.getByRole('button', { name: shown('file') }).click()
    await details.getByText(shown('content')).waitFor()
    await tab('Why')
    await details.getByRole('listitem').first().waitFor()

    await page.goto(`${world.origin()}/skills?state=invalid`)
    await rows.first().click()
    await tab('Diagnostics')
    await details.locator('mark').first().waitFor()
    await page.goto(`${world.origin()}/skills?q=hides`)
    await rows.first().click()
    await page.getByRole('region', { name: `Details of ${shown('name')}` }).waitFor()
    await tab(/^Diagnostics/u)
    expect(await raw(page)).toEqual([])

    await page.goto(`${world.origin()}/skills?state=untrusted`)
    await rows.first().click()
    await page.getByRole('button', { name: 'Trust…' }).click()
    const trust = page.getByRole('alertdialog')
    for (const word of ['project', 'wide', 'script', 'off', 'never'])
      await trust.getByText(shown(word)).first().waitFor()
    await finished(page)
  })

  it('T8: on the pages to start with, in settings, and in the palette', async () => {
    const page = await open('/')
    await page.getByText('Skills to start with').waitFor()
    await page.getByRole('main').getByText(shown('description')).waitFor()
    await page.goto(`${world.origin()}/start`)
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search and commands' })
    await search.fill('title')
    await page
      .getByRole('option', { name: shown('title') })
      .first()
      .waitFor()
    await search.fill('everything')
    await page.getByRole('option').getByText(shown('description')).waitFor()
    await page.keyboard.press('Escape')
    expect(await raw(page)).toEqual([])
    await page.goto(`${world.origin()}/settings`)
    await page.getByText(shown('deny')).first().waitFor()
    await page.getByText(shown('ask')).first().waitFor()
    await finished(page)
  })

  it('T8: in the list of conversations, in what is found, in questions, and in the window title', async () => {
    const page = await open('/c/seeded')
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await page.getByRole('heading', { level: 1, name: shown('title') }).waitFor()
    await page.waitForFunction((title) => document.title.includes(title), shown('title'))
    await messages(page).getByText(shown('light')).waitFor()
    await list.getByRole('button', { name: `Actions for ${shown('title')}` }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('alertdialog').getByText(shown('title')).first().waitFor()
    await page.keyboard.press('Escape')
    await list.getByRole('searchbox').fill('lantern')
    await list
      .getByRole('list', { name: 'What was found' })
      .getByText('light⟨U+202E⟩')
      .first()
      .waitFor()
    await finished(page)
  })

  it('T8: in the menu, the chip and its fields, attachments and the queue, but not in what is typed', async () => {
    const page = await open('/')
    const composer = composing(page)
    await composer.text.pressSequentially('/everything')
    await composer.menu.getByText(shown('description')).first().waitFor()
    await composer.menu.getByText(shown('hint')).first().waitFor()
    await page.keyboard.press('Enter')
    await composer.chip.waitFor()
    const argument = composer.field(shown('argument'))
    await argument.fill(hostile('given'))
    expect(await argument.inputValue()).toBe(hostile('given'))
    await composer.text.fill(hostile('typed'))
    expect(await composer.text.inputValue()).toBe(hostile('typed'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    const file = (word: string, text: string) => ({
      name: `${hostile(word)}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    await (await chooser).setFiles([file('attached', 'a'), file('empty', '')])
    await composer.attachments.getByText(shown('attached')).first().waitFor()
    await page.getByRole('main').getByText(shown('empty')).first().waitFor()
    await finished(page)
  })

  it('E5, T8: in an answer, calls, a question, the tray, a failure, and the inspector', async () => {
    const command = `echo ${hostile('command')}`
    world.provider.script(
      ({ think, say: write, call }) => {
        think(hostile('thought'))
        write(
          [
            `# ${hostile('heading')}`,
            `${hostile('prose')} \`${hostile('inline')}\` [${hostile('link')}](https://example.org/${unseen}?q "${hostile('tip')}")`,
            `![${hostile('image')}](https://example.org/${unseen}.png)`,
            `<b title="${unseen}">${hostile('html')}</b>`,
            `\`\`\`${hostile('language')}\n${hostile('block')}\n\`\`\``,
            `| ${hostile('cell')} |\n|---|\n| b |`,
            `- [ ] ${hostile('task')}[^${hostile('note')}]\n\n[^${hostile('note')}]: ${hostile('foot')}`,
          ].join('\n\n'),
        )
        call('bash', { command, description: hostile('purpose') })
      },
      ({ call }) => call(hostile('no_such_tool'), { [hostile('name')]: hostile('input') }),
      ({ call }) => call('read', { path: `${hostile('absent')}.txt` }),
      ({ say: write }) => write(hostile('The end.')),
    )
    const page = await open('/')
    const composer = composing(page)
    await composer.pick('asked')
    await composer.text.fill(hostile('please'))
    await page.keyboard.press('Enter')
    const asked = page.locator('[data-approval]')
    await asked.getByText(shown('command')).first().waitFor()
    const ready = (name: string) =>
      page.locator('[data-approval] button:not([aria-disabled])').filter({ hasText: name }).first()
    // A rule of what does not show is none that a person could know again.
    expect(await asked.getByRole('button', { name: 'Always…' }).count()).toBe(0)
    await ready('Allow once').click()
    await last(page).getByText(shown('The end.')).waitFor()
    const closed = last(page).locator('button[aria-expanded=false]')
    for (let left = await closed.count(); left > 0; left--) await closed.first().click()
    for (const folded of await last(page).locator('summary').all()) await folded.click()
    for (const word of ['prose', 'inline', 'link', 'image', 'html', 'language', 'block', 'cell'])
      await last(page).getByText(shown(word)).first().waitFor()
    for (const word of ['task', 'foot', 'command', 'no_such_tool', 'absent'])
      await last(page).getByText(shown(word)).first().waitFor()
    await last(page)
      .getByRole('link', { name: shown('link') })
      .click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await composer.tray.waitFor()
    expect(await raw(page)).toEqual([])

    await last(page)
      .getByRole('button', { name: /^Inspect/u })
      .click()
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.getByRole('button', { name: 'Skill asked' }).click()
    await page.getByRole('dialog').getByText(shown('instructions')).first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+i')

    world.provider.script()
    await say(page, hostile('fails'))
    await messages(page).getByText(shown('fails')).first().waitFor()
    await last(page).getByRole('button', { name: /again/iu }).first().waitFor()
    await finished(page)
  })

  it('E5: what is copied stays as it was written', async () => {
    world.provider.script(`\`\`\`\n${hostile('copied')}\n\`\`\`\n\nDone.`)
    const page = await open('/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await say(page, 'Write code')
    await last(page).getByText('Done.').waitFor()
    await last(page).getByRole('button', { name: 'Copy the code' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(hostile('copied'))
    await finished(page)
  })
})
