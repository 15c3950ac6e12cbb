import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

describe.skipIf(!hasBrowser)('the page of the first run', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { model: 'guided' } })
    await world.skill('.agents/skills', 'deploy', { description: 'Ships the site.' })
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  it('says what was found and offers one next step each', async () => {
    const page = await world.open({ path: '/start' })
    const block = (name: string) => page.getByRole('region', { name, exact: true })
    await block('Model')
      .getByText(/^What was looked for/u)
      .click()
    await block('Model').getByText('settings', { exact: false }).first().waitFor()
    await block('Skills').getByText('1 skill waits for your trust.').waitFor()
    await block('Skills').getByRole('button', { name: 'Look at them…' }).click()
    await page.getByRole('alertdialog').getByText('Ships the site.').waitFor()
    await page.keyboard.press('Escape')
    await picture(page, 'first-run')
    await block('Try').getByRole('button').first().press('Enter')
    await page.waitForURL(/\/c\//u)
    await page
      .getByRole('main')
      .getByRole('group', { name: /^Skill /u })
      .waitFor()
    await page.context().close()
  })

  it('is said on every page that no language model is connected, with the way to connect one', async () => {
    const page = await world.open({ path: '/skills' })
    await page.getByText('No language model connected', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Connect a model' }).press('Enter')
    await page.waitForURL(/\/start$/u)
    await page.getByRole('link', { name: 'Go on guided' }).press('Enter')
    await page.getByRole('main').locator('textarea').last().waitFor()
    await page.context().close()
  })

  it.each([
    { width: 1440, theme: 'dark', language: 'zh' },
    { width: 360, theme: 'light', language: 'zh' },
    { width: 320, theme: 'dark', language: 'en' },
  ] as const)('breaks no rule at $width in $theme, $language', async (options) => {
    const page = await world.open({ path: '/start', ...options })
    await page.getByRole('main').getByRole('region').nth(2).waitFor()
    await picture(page, `first-run-${options.width}-${options.theme}`)
    expect(await axe(page)).toEqual([])
    await page.context().close()
  })
})
