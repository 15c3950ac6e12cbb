import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const secret = 'sk-abcdefghijklmnop4f2c'

describe.skipIf(!hasBrowser)('the settings page', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      settings: { permissions: { deny: ['bash(rm *)'] } },
    })
  }, startMs)
  afterAll(() => world?.close())
  const stored = () => readFile(join(world.home, '.config/skillet/settings.json'), 'utf8')

  it.each([
    { width: 1440, theme: 'light', language: 'en' },
    { width: 768, theme: 'dark', language: 'zh' },
    { width: 320, theme: 'light', language: 'en' },
  ] as const)('breaks no rule at $width in $theme, $language', async (options) => {
    const page = await world.open({ path: '/settings', ...options })
    await page.getByRole('radio').first().waitFor({ state: 'attached' })
    await picture(page, `settings-${options.width}-${options.theme}`)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it('changes theme and language at once, stores them, and other pages follow', async () => {
    const page = await world.open({ path: '/settings' })
    const other = await world.open()
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
    await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('radio', { name: '中文' }).check({ force: true })
    await page.getByRole('heading', { level: 1, name: '设置' }).waitFor()
    await other.waitForFunction(() => document.documentElement.lang === 'zh')
    await expect.poll(stored).toContain('"language": "zh"')
    expect(await stored()).toContain('"theme": "dark"')
    await page.getByRole('radio', { name: 'English' }).check({ force: true })
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('radio', { name: 'As the system' }).check({ force: true })
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'system')
    await page.context().close()
    await other.context().close()
  })

  it('keeps a key by keyboard, and never shows it again', async () => {
    const page = await world.open({ path: '/settings' })
    await page.getByRole('button', { name: 'Replace the key of scripted' }).press('Enter')
    const field = page.getByLabel('Key of scripted', { exact: true })
    expect(await field.getAttribute('type')).toBe('password')
    await page.keyboard.type(secret)
    await page.keyboard.press('Enter')
    await page.getByText('Set, ends in 4f2c').waitFor()
    expect(await stored()).toContain(secret)
    await page.reload()
    await page.getByText('Set, ends in 4f2c').waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.context().close()
  })

  it('saves one field, and says beside it what is wrong with another', async () => {
    const page = await world.open({ path: '/settings' })
    const limit = page.getByLabel('Limit of steps')
    await limit.fill('12')
    await limit.press('Enter')
    await expect.poll(stored).toContain('"stepLimit": 12')
    await limit.fill('none')
    await limit.press('Enter')
    await page.getByText('A limit is a whole number from 1 on.').waitFor()
    expect(await stored()).toContain('"stepLimit": 12')
    await page.context().close()
  })

  it('says beside the field that a model cannot be used, and never that it answers', async () => {
    const page = await world.open({ path: '/settings' })
    const field = page.getByRole('combobox', { name: 'Model', exact: true })
    const before = await field.inputValue()
    await field.fill('nonsense/x')
    await field.press('Enter')
    await page.locator('[data-invalid]').getByText('nonsense').first().waitFor()
    expect(await page.getByText('nonsense/x answers').count()).toBe(0)
    expect(await page.getByText('Saved', { exact: true }).count()).toBe(0)
    await field.fill(before)
    await field.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.context().close()
  })

  it('shows each rule with where it is from, and asks the model whether it answers', async () => {
    world.provider.script('Yes.')
    const page = await world.open({ path: '/settings' })
    const rules = page.getByRole('list', { name: 'Rules for tools' })
    await rules.getByText('bash(rm *)').waitFor()
    await rules.getByText('Deny').first().waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('scripted/scripted answers').waitFor()
    await picture(page, 'settings')
    await page.context().close()
  })
})
