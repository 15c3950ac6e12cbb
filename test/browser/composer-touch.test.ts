import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openComposing } from './composing.ts'
import { sideways, smallTargets } from './layout.ts'
import { last } from './talk.ts'
import { gate, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const user = '~/.agents/skills'
const phone = { width: 360, height: 740, touch: true } as const

describe.skipIf(!hasBrowser)('with fingers', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { sandbox: 'off' } })
    await world.skill(user, 'review', { fields: 'argument-hint: <target> [depth]' })
    await world.skill(user, 'release')
  }, startMs)
  afterAll(() => world?.close())

  it('everything in the composer is large enough, from an empty text to a queue', async () => {
    const { page, composer } = await openComposing(world, phone)
    const fits = async () => {
      expect(await smallTargets(page)).toEqual([])
      expect(await sideways(page)).toBe(0)
    }
    await fits()

    await composer.text.tap()
    await composer.text.pressSequentially('/re')
    await composer.menu.getByRole('option').nth(1).waitFor()
    await fits()
    await picture(page, 'touch-menu')
    await composer.menu.getByRole('option').filter({ hasText: '/review' }).first().tap()
    await composer.focusOn(composer.field('target'))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).tap()
    await (await chooser).setFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    ])
    await page.getByRole('button', { name: 'Send', disabled: false }).waitFor()
    await composer.attachments.waitFor()
    await fits()
    await picture(page, 'touch-fields')

    const held = gate()
    world.provider.script(async ({ say }) => {
      say('Looking.')
      await held.opened
    }, 'Next.')
    await composer.send.tap()
    await last(page).getByText('Looking.').waitFor()
    await composer.text.fill('one more')
    await page.getByRole('button', { name: 'Queue' }).tap()
    await page.getByRole('region', { name: 'Waiting messages' }).getByText('one more').waitFor()
    await fits()
    await page.getByRole('button', { name: 'Edit waiting message 1' }).tap()
    await page.getByRole('textbox', { name: 'Text of waiting message 1' }).waitFor()
    await fits()
    await page.getByRole('button', { name: 'Cancel' }).tap()
    held.open()
    await last(page).getByText('Next.').waitFor()
    await composer.tray.getByText(/^review /u).waitFor()
    await fits()
    await picture(page, 'touch-tray')
    await page.getByRole('button', { name: /^Model: /u }).tap()
    await page.getByRole('menu').waitFor()
    await fits()
    await page.context().close()
  })

  it('Enter is a new line, and the button sends and runs commands', async () => {
    const { page, composer } = await openComposing(world, phone)
    await composer.text.tap()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    expect(await composer.text.inputValue()).toBe('one\ntwo')
    world.provider.script('Both lines.')
    await composer.send.tap()
    await last(page).getByText('Both lines.').waitFor()
    expect(JSON.stringify(world.provider.requests.at(-1)?.messages)).toContain('one\\ntwo')
    await composer.text.fill('/help')
    await composer.send.tap()
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    expect(await smallTargets(page)).toEqual([])
    await page.context().close()
  })

  it('what is written is at least 16 px, so that no phone zooms in on it', async () => {
    const { page, composer } = await openComposing(world, phone)
    await composer.text.tap()
    await composer.text.pressSequentially('/review')
    await composer.menu.getByRole('option').filter({ hasText: '/review' }).first().tap()
    for (const element of [composer.text, composer.field('target')]) {
      const size = await element.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize))
      expect(size).toBeGreaterThanOrEqual(16)
    }
    await page.context().close()
  })

  it.each([
    ['/', (page: Page) => page.getByText('Skills to start with')],
    ['/skills', (page: Page) => page.getByRole('list', { name: 'List of skills' })],
    ['/settings', (page: Page) => page.getByRole('radio').first()],
    ['/start', (page: Page) => page.getByRole('main').getByRole('region').nth(2)],
  ] as const)('controls are large enough: %s', async (path, drawn) => {
    const page = await world.open({ ...phone, path })
    await drawn(page).waitFor({ state: 'attached' })
    expect(await smallTargets(page)).toEqual([])
    await page.context().close()
  })

  it('controls are large enough: the conversations and the inspector', async () => {
    const page = await world.open(phone)
    await page.getByText('Skills to start with').waitFor()
    await page.getByRole('button', { name: 'Show conversations' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Conversations' })
    await drawer.getByRole('button', { name: 'New conversation' }).waitFor()
    expect(await smallTargets(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Inspect the request' }).tap()
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await page.getByRole('tab', { name: 'Next' }).waitFor()
    expect(await smallTargets(page)).toEqual([])
    await page.context().close()
  })
})
