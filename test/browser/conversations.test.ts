import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { last, say } from './talk.ts'
import { axe, gate, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

describe.skipIf(!hasBrowser)('the list of conversations', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await world.seed(async (store) => {
      for (const [id, title, workspace] of [
        ['old', 'An old one about lanterns', world.cwd],
        ['yesterday', 'Of yesterday', world.cwd],
        ['far', 'Of another folder', join(world.home, 'elsewhere')],
      ] as const) {
        const createdAt = Date.now()
        await store.create({ id, workspace, now: createdAt })
        const parts = [{ type: 'text', text: `A message of ${id}` }] as const
        await store.put(id, { id: `${id} 1`, role: 'user', parts, createdAt })
        await store.setTitle(id, title)
      }
    })
  }, startMs)
  afterAll(() => world?.close())

  it('groups by day, and names a conversation after its first message', async () => {
    world.provider.script('Fine.')
    const page = await world.open()
    await say(page, 'How are the fences?')
    await last(page).getByText('Fine.').waitFor()
    await list(page).getByRole('region', { name: 'Today' }).getByRole('link').first().waitFor()
    await picture(page, 'conversations')
    const day = 86_400_000
    for (const [later, name] of [
      [day, 'Yesterday'],
      [3 * day, 'Earlier'],
    ] as const) {
      await page.clock.setFixedTime(Date.now() + later)
      await page.reload()
      await list(page).getByRole('region', { name }).getByText('lanterns').waitFor()
    }
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('renames in place by keyboard; the title of the window and of other pages follow', async () => {
    const page = await world.open({ path: '/c/old' })
    const other = await world.open()
    const heading = page.getByRole('heading', { level: 1 })
    await heading.getByRole('button').press('Enter')
    const field = page.getByRole('textbox', { name: 'Title of the conversation' })
    await field.fill('Left as it was')
    await field.press('Escape')
    await heading.getByText('An old one about lanterns').waitFor()
    await heading.getByRole('button').press('Enter')
    await field.fill('Lanterns')
    await field.press('Enter')
    await heading.getByText('Lanterns', { exact: true }).waitFor()
    await page.waitForFunction(() => document.title === 'Lanterns · Skillet')
    await list(other).getByText('Lanterns', { exact: true }).waitFor()
    await page.context().close()
    await other.context().close()
  })

  it('says in the title of the window that an answer runs, and in the list too', async () => {
    const rest = gate()
    world.provider.script(async (answering) => {
      answering.say('Slowly')
      await rest.opened
    })
    const page = await world.open()
    await say(page, 'Take your time')
    await page.waitForFunction(() => document.title.startsWith('● '))
    await list(page).getByText('Running').waitFor()
    rest.open()
    await page.waitForFunction(() => !document.title.startsWith('● '))
    await list(page).getByText('Running').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('finds words of messages, and titles of other folders once they are shown', async () => {
    const page = await world.open()
    const search = list(page).getByRole('searchbox', { name: 'Search conversations' })
    await search.fill('fences')
    await list(page).getByRole('list', { name: 'What was found' }).getByRole('link').first().click()
    await page.waitForURL(/\/c\//u)
    await search.fill('')
    await list(page).getByRole('switch', { name: 'Show other folders' }).click()
    await list(page).getByText('Of another folder').click()
    await page.getByText('Read only').waitFor()
    await page.getByText(/skillet serve --cwd/u).waitFor()
    await picture(page, 'conversations-elsewhere')
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('hands a conversation over as a file', async () => {
    const page = await world.open({ path: '/c/yesterday' })
    for (const [item, name] of [
      ['Export as Markdown', 'Of yesterday.md'],
      ['Export as JSON', 'Of yesterday.json'],
    ] as const) {
      await list(page).getByRole('button', { name: 'Actions for Of yesterday' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      expect(file.suggestedFilename()).toBe(name)
      expect(await readFile(await file.path(), 'utf8')).toContain('Of yesterday')
    }
    await page.context().close()
  })

  it('deletes for good after a question that names it, and leaves its page', async () => {
    const page = await world.open({ path: '/c/yesterday' })
    const other = await world.open()
    await list(other).getByText('Of yesterday').waitFor()
    await list(page).getByRole('button', { name: 'Actions for Of yesterday' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: /Of yesterday/u })
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await cancel.waitFor()
    expect(await cancel.evaluate((element) => element === document.activeElement)).toBe(true)
    await picture(page, 'conversations-delete')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete for good' }).press('Enter')
    await page.waitForFunction(() => location.pathname !== '/c/yesterday')
    await list(other).getByText('Of yesterday').waitFor({ state: 'detached' })
    await page.context().close()
    await other.context().close()
  })

  it('is reached by Ctrl+K from anywhere', async () => {
    const page = await world.open({ path: '/settings' })
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search and commands' })
    await search.fill('lanterns')
    await page.getByRole('option', { name: /Lanterns/u }).waitFor()
    await picture(page, 'palette')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/c\/old$/u)
    await page.keyboard.press('Control+k')
    await search.fill('skills')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/skills$/u)
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  it.each([
    { width: 768, theme: 'dark' },
    { width: 320, theme: 'light' },
  ] as const)('breaks no rule as a drawer at $width in $theme', async (options) => {
    const page = await world.open(options)
    await page.getByRole('button', { name: 'Show conversations' }).click()
    await list(page).getByText('Lanterns', { exact: true }).waitFor()
    await picture(page, `conversations-${options.width}-${options.theme}`)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})
