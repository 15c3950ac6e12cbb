import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { last, messages, say } from './talk.ts'
import { axe, gate, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

describe.skipIf(!hasBrowser)('a conversation in the browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, startMs)
  afterAll(() => world?.close())

  it('shows an answer as it comes, and says so without reading it out', async () => {
    const rest = gate()
    world.provider.script(async ({ say }) => {
      say('The fence is ')
      await rest.opened
      say('**three** dashes.')
    })
    const page = await world.open()
    await say(page, 'What is a fence?')
    await last(page).getByText('The fence is').waitFor()
    expect(await messages(page).count()).toBe(2)
    await page.getByRole('status').getByText('Answer started').waitFor({ state: 'attached' })
    expect(await last(page).locator('[aria-live], [role=status], [role=log]').count()).toBe(0)
    await picture(page, 'chat-streaming')
    rest.open()
    await last(page).locator('strong', { hasText: 'three' }).waitFor()
    await page.getByRole('status').getByText('Answer finished').waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toMatch(/^\/c\/[\w-]+$/u)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('is there again after a reload, with who said what and when as headings', async () => {
    world.provider.script('Hello to you.')
    const page = await world.open()
    await say(page, 'Hello')
    await last(page).getByRole('button', { name: 'Copy the answer' }).waitFor()
    await page.reload()
    await last(page).getByText('Hello to you.').waitFor()
    const headings = await messages(page).getByRole('heading', { level: 3 }).allTextContents()
    expect(headings).toEqual([expect.stringMatching(/^You, \d\d:\d\d$/u), 'Answer'])
    await page.context().close()
  })

  it('asks for no conversation that nobody wrote into, over a reload too', async () => {
    const page = await world.open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByText('Skills to start with').waitFor()
    expect(asked).toContain('/api/conversations')
    expect(asked.filter((path) => path.startsWith('/api/conversations/'))).toEqual([])
    await page.context().close()
  })

  it('stops, and answers once more as another version', async () => {
    const never = gate()
    world.provider.script(async ({ say }) => {
      say('This takes long')
      await never.opened
    }, 'Short.')
    const page = await world.open()
    await say(page, 'Tell me')
    await last(page).getByText('This takes long').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    await last(page).getByText('You stopped this answer.').waitFor()
    never.open()

    await last(page).getByRole('button', { name: 'Try again' }).click()
    await last(page).getByText('Short.').waitFor()
    const versions = last(page).getByRole('group', { name: 'Versions of this answer' })
    await versions.getByText('2 of 2').waitFor()
    await versions.getByRole('button', { name: 'Show the version before' }).click()
    await last(page).getByText('This takes long').waitFor()
    await last(page).getByText('1 of 2').waitFor()
    await page.context().close()
  })

  it('bug 67 titles, previews, history: edits what was typed, in its place, as a new branch', async () => {
    await world.skill('~/.agents/skills', 'explain', { body: '# You are an expert. Secret body.' })
    world.provider.script('About red.', 'About green.')
    const page = await world.open()
    await say(page, '/explain why is the build red')
    await last(page).getByText('About red.').waitFor()
    const own = messages(page).first()
    await own.getByRole('button', { name: /^\/explain/u }).waitFor()
    await own.hover()
    await own.getByRole('button', { name: 'Edit the message' }).click()
    const field = page.getByRole('textbox', { name: 'Text of the message' })
    expect(await field.inputValue()).toBe('/explain why is the build red')
    await page.getByText('Sending makes a new branch').waitFor()
    await field.fill('/explain why is the build green')
    await field.press('Enter')
    await last(page).getByText('About green.').waitFor()
    await messages(page).first().getByText('why is the build green').waitFor()
    const versions = messages(page).first().getByRole('group', { name: 'Versions of this message' })
    await versions.getByText('2 of 2').waitFor()
    await versions.getByRole('button', { name: 'Show the version before' }).click()
    await last(page).getByText('About red.').waitFor()
    await page.context().close()
  })

  it('Escape leaves an edit, and the focus comes back to where it began', async () => {
    world.provider.script('Yes.')
    const page = await world.open()
    await say(page, 'Well?')
    await last(page).getByText('Yes.').waitFor()
    const edit = messages(page).first().getByRole('button', { name: 'Edit the message' })
    // It takes no focus while the turn runs, which ends behind the last words of the answer.
    await expect.poll(() => edit.isEnabled()).toBe(true)
    await edit.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Text of the message' }).waitFor()
    await page.keyboard.press('Escape')
    await edit.waitFor()
    expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.context().close()
  })

  it('the chip of a message opens the skill as it was sent', async () => {
    await world.skill('~/.agents/skills', 'greet', { body: 'Greet kindly, first version.' })
    world.provider.script('Hello.')
    const page = await world.open()
    await say(page, '/greet Ann')
    await last(page).getByText('Hello.').waitFor()
    await world.skill('~/.agents/skills', 'greet', { body: 'Greet coldly, second version.' })
    await messages(page)
      .first()
      .getByRole('button', { name: /^\/greet/u })
      .click()
    const dialog = page.getByRole('dialog', { name: 'greet, as it was sent' })
    await dialog.getByText('Greet kindly, first version.').waitFor()
    expect(await dialog.getByText('second version').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('an error says what happened and what to do, and can be tried again', async () => {
    world.provider.script('It works again.')
    const page = await world.open()
    // Nothing is scripted for the second request.
    await say(page, 'One')
    await last(page).getByText('It works again.').waitFor()
    await say(page, 'Two')
    const again = last(page).getByRole('button', { name: 'Try again' })
    await again.waitFor()
    world.provider.script('Second time.')
    await again.click()
    await last(page).getByText('Second time.').waitFor()
    await page.context().close()
  })

  it('stays at the end only while the end is in sight', async () => {
    const more = gate()
    const line = 'A line of an answer that is long enough to be seen.\n\n'
    world.provider.script(async ({ say }) => {
      say(line.repeat(60))
      await more.opened
      say(`${line.repeat(30)}The very end.`)
    })
    const page = await world.open({ height: 600 })
    await say(page, 'Go on')
    await last(page).getByText('A line of an answer').nth(59).waitFor()
    const region = page.getByRole('region', { name: 'Messages' })
    const distance = () =>
      region.evaluate((it) => Math.round(it.scrollHeight - it.clientHeight - it.scrollTop))
    await expect.poll(distance).toBeLessThan(2)
    await region.hover()
    await page.mouse.wheel(0, -700)
    // The whole way: the wheel moves it over several frames.
    await expect.poll(distance).toBeGreaterThan(690)
    const seen = await region.evaluate((it) => it.scrollTop)
    more.open()
    await page.getByRole('button', { name: 'New text below' }).waitFor()
    await last(page).getByText('The very end.').waitFor()
    expect(await region.evaluate((it) => it.scrollTop)).toBe(seen)
    await page.getByRole('button', { name: 'New text below' }).click()
    await expect.poll(distance).toBeLessThan(2)
    await page.context().close()
  })

  it('an empty conversation says who answers and offers skills to start with', async () => {
    const page = await world.open({ width: 360, height: 740 })
    await page.getByText('scripted/scripted answers.').waitFor()
    await page
      .getByRole('button', { name: /^\/code-review/u })
      .first()
      .waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'chat-empty-360')
    await page.context().close()
  })
})
