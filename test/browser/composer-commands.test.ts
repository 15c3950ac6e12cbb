import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Composing, openComposing } from './composing.ts'
import { last, messages, say } from './talk.ts'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const user = '~/.agents/skills'

describe.skipIf(!hasBrowser)('chat commands in the composer', () => {
  let world: World
  let page: Page
  let composer: Composing
  beforeAll(async () => {
    world = await openWorld()
    const { baseURL } = world.provider
    const provider = { kind: 'openai-compatible', baseURL, apiKey: 'not-a-secret' }
    await world.write(
      '~/.config/skillet/settings.json',
      JSON.stringify({
        providers: { scripted: provider, openai: provider },
        model: 'scripted/scripted',
        context: { activeSkills: 1 },
      }),
    )
    await world.skill(user, 'alpha', { body: 'Say alpha.' })
    await world.skill(user, 'beta', { fields: 'tools: [read, grep]', body: 'Say beta.' })
    await world.skill(user, 'gamma')
    await world.skill(user, 'delta')
    await world.skill(user, 'huge', { body: 'Much to say. '.repeat(2_000) })
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  beforeEach(async () => {
    ;({ page, composer } = await openComposing(world))
    await composer.text.focus()
  })
  afterEach(async () => {
    await page?.context().close()
  })

  /** Sends a skill alone, and waits for its answer. */
  async function use(name: string): Promise<void> {
    world.provider.script(`Used ${name}.`)
    await composer.pick(name)
    await page.keyboard.press('Enter')
    await last(page).getByText(`Used ${name}.`).waitFor()
  }
  const saysBeside = (sentence: string) =>
    page.locator('[data-part="box"]').getByText(sentence, { exact: true }).waitFor()
  const lastSystem = () =>
    JSON.stringify(world.provider.requests.at(-1)?.messages.filter(({ role }) => role === 'system'))

  it('/context shows what the next request holds, also where something was sent', async () => {
    const next = page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('tab', { name: 'Next', selected: true })
    await composer.run('context')
    await next.waitFor()
    await page.keyboard.press('Control+i')
    await next.waitFor({ state: 'detached' })
    await use('alpha')
    await composer.run('context')
    await next.waitFor()
    expect(await composer.text.inputValue()).toBe('')
  })

  it('/drop ends the one active skill, or the one that is named, with the next message', async () => {
    await composer.run('drop')
    await saysBeside('No skill is active in this conversation')
    await use('alpha')
    await composer.tray.getByText(/^alpha /u).waitFor()
    await composer.run('drop')
    await saysBeside('alpha ends with your next message')
    await composer.tray.getByText('ends with your next message').waitFor()
    await use('beta')
    expect(lastSystem()).not.toContain('Say alpha.')
    await composer.tray.getByText(/^beta /u).waitFor()
    expect(await composer.tray.textContent()).not.toContain('alpha')
    await use('gamma')
    await composer.tray.getByText(/^gamma /u).waitFor()
    await composer.run('drop nobody')
    await saysBeside('nobody is not active here')
    await composer.run('drop BETA')
    await saysBeside('beta ends with your next message')
    await composer.run('drop')
    await composer.focusOn(composer.tray.getByRole('button').first())
  })

  it('/clear begins a new conversation, with the caret in its text', async () => {
    await use('alpha')
    const former = page.url()
    await composer.run('clear')
    await page.getByText('Skills to start with').waitFor()
    expect(await messages(page).count()).toBe(0)
    await composer.focusOn(composer.text)
    expect(page.url()).not.toBe(former)
    expect(await composer.text.inputValue()).toBe('')
  })

  it('/resume leads to the conversations, or into the one that is named', async () => {
    await use('alpha')
    const id = new URL(page.url()).pathname.replace('/c/', '')
    await composer.run('clear')
    await page.getByText('Skills to start with').waitFor()
    await composer.run(`resume ${id}`)
    await last(page).getByText('Used alpha.').waitFor()
    await composer.focusOn(composer.text)
    await page.keyboard.press('Control+b')
    await page.getByRole('navigation').waitFor({ state: 'detached' })
    await composer.run('resume')
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await composer.focusOn(list.getByRole('searchbox'))
  })

  it('/export writes the conversation as it was typed, as Markdown or JSON', async () => {
    await composer.run('export')
    await saysBeside('There is nothing to export yet')
    await use('alpha')
    const exported = async (command: string) => {
      const download = page.waitForEvent('download')
      await composer.run(command)
      const file = await download
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
    }
    const markdown = await exported('export')
    expect(markdown.name).toMatch(/^conversation-[\da-f]{8}\.md$/u)
    expect(markdown.text).toContain('/alpha')
    expect(markdown.text).toContain('Used alpha.')
    expect(markdown.text).not.toContain('Say alpha.')
    await saysBeside(`${markdown.name} goes to your downloads`)
    const json = await exported('export mine.json')
    expect(json.name).toBe('mine.json')
    expect(JSON.stringify(JSON.parse(json.text))).toContain('Used alpha.')
  })

  describe('the tray of active skills', () => {
    it('says how large each is and which tools are left, and keeps what was not dropped', async () => {
      await use('beta')
      const active = composer.tray.getByRole('listitem').filter({ hasText: 'beta' })
      await active.getByText(/^beta ≈\s[\d,]+ tokens$/u).waitFor()
      await active.getByText('tools limited to read and grep').waitFor()
      await active.getByRole('button', { name: 'Drop beta' }).press('Enter')
      await composer.focusOn(composer.text)
      await active.getByText('ends with your next message').waitFor()
      await active.getByRole('button', { name: 'Keep beta' }).press('Enter')
      await active.getByRole('button', { name: 'Drop beta' }).waitFor()
      await picture(page, 'composer-tray')
      world.provider.script('Still here.')
      await say(page, 'And now?')
      await last(page).getByText('Still here.').waitFor()
      expect(lastSystem()).toContain('Say beta.')
      await active.getByRole('button', { name: 'Drop beta' }).click()
      world.provider.script('Gone.')
      await say(page, 'And without?')
      await last(page).getByText('Gone.').waitFor()
      expect(lastSystem()).not.toContain('Say beta.')
      await composer.tray.waitFor({ state: 'detached' })
    })

    it('says what is left out over the budget, and that a skill was edited since it was sent', async () => {
      await use('huge')
      await use('alpha')
      await composer.tray.getByText('left out, over the budget').waitFor()
      await world.skill(user, 'alpha', { description: 'Another one.', body: 'Say it loudly.' })
      await composer.tray.getByText('edited since it was sent').waitFor()
      expect(await axe(page)).toEqual([])
      await world.skill(user, 'alpha', { body: 'Say alpha.' })
    })

    it('folds more than three to one line, which unfolds', async () => {
      for (const name of ['alpha', 'beta', 'gamma', 'delta']) await use(name)
      const fold = composer.tray.getByRole('button', {
        name: /^4 active skills ≈\s[\d,]+ tokens$/u,
      })
      await fold.waitFor()
      expect(await composer.tray.getByRole('listitem').count()).toBe(0)
      await fold.press('Enter')
      expect(await composer.tray.getByRole('listitem').count()).toBe(4)
      await composer.tray.getByRole('button', { name: 'Drop gamma' }).click()
      await composer.focusOn(composer.text)
    })
  })

  describe('the model', () => {
    const picker = () => page.getByRole('button', { name: /^Model: /u })
    const answered = async (words: string) => {
      world.provider.script(`Answered ${words}.`)
      await composer.text.fill(words)
      await page.keyboard.press('Enter')
      await last(page).getByText(`Answered ${words}.`).waitFor()
      return world.provider.requests.at(-1)?.model
    }

    it('is picked from those that can be used, and answers from then on', async () => {
      await picker().press('Enter')
      const choices = page.getByRole('menu').getByRole('menuitemradio')
      await choices.filter({ hasText: 'openai/gpt-5.2' }).waitFor()
      expect(await choices.allTextContents()).toEqual([
        'scripted/scripted, as set',
        'openai/gpt-5.2',
      ])
      expect(await choices.first().getAttribute('aria-checked')).toBe('true')
      await picture(page, 'composer-models')
      expect(await axe(page, { within: '[role=menu]' })).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await composer.focusOn(composer.text)
      await page.getByRole('button', { name: 'Model: openai/gpt-5.2' }).waitFor()
      expect(await answered('First')).toBe('gpt-5.2')
      expect(await answered('Second')).toBe('gpt-5.2')
      await page.reload()
      await page.getByRole('button', { name: 'Model: openai/gpt-5.2' }).press('Enter')
      await choices.first().click()
      expect(await answered('Third')).toBe('scripted')
    })

    it('/model opens the list, chooses by name, and says what is none', async () => {
      await composer.run('model')
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await composer.focusOn(composer.text)
      await composer.run('model scripted/other')
      await saysBeside('scripted/other answers your next message')
      expect(await answered('First')).toBe('other')
      await composer.run('model nobody/knows')
      await saysBeside('No model is named nobody/knows. Choose one from the list')
      expect(await answered('Second')).toBe('other')
    })
  })
})
