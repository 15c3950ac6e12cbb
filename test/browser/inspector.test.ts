import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { last, say } from './talk.ts'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

describe.skipIf(!hasBrowser)('the inspector', () => {
  let world: World
  let address: string
  beforeAll(async () => {
    world = await openWorld()
    await world.skill('~/.agents/skills', 'review', { body: 'Look closely at the lantern.' })
    await world.write('notes.md', 'A note.\n')
    await world.stop()
    await world.start()
    world.provider.script(
      (answering) => answering.call('read', { path: 'notes.md' }),
      'It says: a note.',
    )
    const page = await world.open()
    await say(page, '/review the notes')
    await last(page).getByText('It says: a note.').waitFor()
    address = new URL(page.url()).pathname
    await page.context().close()
  }, startMs)
  afterAll(() => world?.close())

  it('shows each request of a turn, its parts and what changed', async () => {
    const page = await world.open({ path: address })
    await last(page).getByText('It says: a note.').waitFor()
    await last(page)
      .getByRole('button', { name: /^Inspect/u })
      .click()
    await inspector(page).getByText('Request 2 of 2').waitFor()
    const table = inspector(page).getByRole('table')
    await table.getByText('Skill review').waitFor()
    await table.getByText('changed since request 1').first().waitFor()
    const rows = await table.getByRole('row').count()
    expect(rows).toBeGreaterThan(4)
    expect(await inspector(page).getByRole('img').getAttribute('aria-label')).toContain('review')
    await picture(page, 'inspector')
    await inspector(page).getByRole('button', { name: 'The request before' }).click()
    await inspector(page).getByText('Request 1 of 2').waitFor()
    expect(await table.getByText('changed since').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('opens the exact text by keyboard, searches it, and is closed with Ctrl+I', async () => {
    const page = await world.open({ path: address })
    await last(page).getByText('It says: a note.').waitFor()
    await page.keyboard.press('Control+i')
    await inspector(page).getByRole('button', { name: 'Skill review' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Skill review' })
    await dialog.getByText('Look closely at the lantern.').waitFor()
    await dialog.getByRole('searchbox').fill('LANTERN')
    await dialog.getByText('1 of 1').waitFor()
    expect(await dialog.locator('mark').textContent()).toBe('lantern')
    await picture(page, 'inspector-text')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+i')
    await inspector(page).waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it('shows what the draft would send, and sends nothing', async () => {
    const page = await world.open({ path: address })
    await last(page).getByText('It says: a note.').waitFor()
    const sent = world.provider.requests.length
    await page.keyboard.press('Control+i')
    await inspector(page).getByRole('tab', { name: 'Next' }).click()
    await page.getByRole('main').locator('textarea').last().fill('A draft about owls')
    await inspector(page).getByRole('button', { name: 'Messages' }).click()
    const dialog = page.getByRole('dialog', { name: 'Messages' })
    await dialog.getByText('A draft about owls').waitFor()
    await page.keyboard.press('Escape')
    expect(world.provider.requests.length).toBe(sent)
    await page.context().close()
  })

  it('stays open in a window that gets another width, at what was looked at', async () => {
    const page = await world.open({ path: address })
    await last(page).getByText('It says: a note.').waitFor()
    await page.keyboard.press('Control+i')
    await inspector(page).getByRole('button', { name: 'The request before' }).click()
    const text = page.getByRole('main').locator('textarea').last()
    await text.focus()
    const looksAt = () => inspector(page).getByText('Request 1 of 2').waitFor()
    const sheet = page.getByRole('dialog', { name: 'Inspector' })

    await page.setViewportSize({ width: 900, height: 900 })
    await sheet.waitFor()
    await looksAt()
    await page.setViewportSize({ width: 360, height: 740 })
    await sheet.getByRole('button', { name: 'Back' }).waitFor()
    await looksAt()
    await inspector(page).getByRole('button', { name: 'Skill review' }).click()
    const exact = page.getByRole('dialog', { name: 'Skill review' })
    await exact.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await sheet.waitFor({ state: 'detached' })
    await exact.getByText('Look closely at the lantern.').waitFor()
    await page.keyboard.press('Escape')
    await exact.waitFor({ state: 'detached' })
    await looksAt()

    await text.focus()
    await page.setViewportSize({ width: 900, height: 900 })
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await text.and(page.locator(':focus')).waitFor()
    await page.context().close()
  })

  it.each([
    { width: 768, theme: 'dark', language: 'zh' },
    { width: 320, theme: 'light', language: 'en' },
  ] as const)('breaks no rule at $width in $theme, $language', async (options) => {
    const page = await world.open({ path: address, ...options })
    await page.getByText('It says: a note.').last().waitFor()
    await page.keyboard.press('Control+i')
    await page.getByRole('complementary').getByRole('table').waitFor()
    await picture(page, `inspector-${options.width}-${options.theme}`)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})
