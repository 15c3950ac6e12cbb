import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { say } from './talk.ts'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

describe.skipIf(!hasBrowser)('how the page stands with the server', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, startMs)
  afterAll(() => world?.close())

  it('says that a stranger has no access, and how to get it', async () => {
    const context = await world.stranger()
    const page = await context.newPage()
    await page.goto(`${world.origin()}/`)
    await page.getByRole('alert').getByText('This page has no access to Skillet.').waitFor()
    await page.getByText('skillet serve').first().waitFor()
    await picture(page, 'connection-no-access')
    expect(await axe(page)).toEqual([])
    await context.close()
  })

  it('says that a code was used already, and takes it out of the address', async () => {
    await world.stop()
    await world.start()
    const first = await world.open({
      first: () => {
        const { hash } = location
        if (hash !== '') sessionStorage.setItem('seen', hash)
      },
    })
    const hash = await first.evaluate(() => sessionStorage.getItem('seen'))
    expect(hash).toMatch(/^#code=/u)
    await first.context().close()
    const context = await world.stranger()
    const page = await context.newPage()
    await page.goto(`${world.origin()}/${hash}`)
    await page.getByRole('alert').getByText('was used already', { exact: false }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await context.close()
  })

  it('asks for the password where the server wants one, and says that it was wrong', async () => {
    const context = await world.stranger()
    const page = await context.newPage()
    const given: unknown[] = []
    await page.route('**/api/access', async (route) => {
      const body: unknown = route.request().postDataJSON()
      given.push(body)
      const isAsked = typeof body === 'object' && body !== null && 'password' in body
      const code = isAsked ? 'password-wrong' : 'password-needed'
      await route.fulfill({ status: 403, json: { error: { code, message: code } } })
    })
    await page.goto(world.origin())
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('not it')
    await picture(page, 'connection-password')
    expect(await axe(page)).toEqual([])
    await field.press('Enter')
    await page.getByText('This is not the password.').waitFor()
    expect(given.at(-1)).toEqual({ password: 'not it' })
    await context.close()
  })

  it.each([
    { width: 1440, theme: 'light', language: 'en' },
    { width: 320, theme: 'dark', language: 'en' },
  ] as const)(
    'keeps the draft while Skillet is gone, at $width in $theme',
    async (options) => {
      const page = await world.open(options)
      const box = page.getByRole('main').locator('textarea').last()
      await box.fill('Written before')
      await world.stop()
      await page.getByText('Reconnecting …').waitFor()
      await page
        .getByRole('alert')
        .getByText('Skillet is not running here any more.')
        .waitFor({ timeout: 20_000 })
      await picture(page, `connection-gone-${options.width}`)
      expect(await axe(page)).toEqual([])
      await box.fill('Written meanwhile')

      await world.start()
      await page
        .getByRole('alert')
        .getByText('This page belongs to an earlier start of Skillet.')
        .waitFor({ timeout: 20_000 })
      await picture(page, `connection-earlier-${options.width}`)
      expect(await axe(page)).toEqual([])
      expect(await box.inputValue()).toBe('Written meanwhile')
      await page.context().close()
    },
    60_000,
  )

  it('goes on by itself when the network was away for a moment', async () => {
    const page = await world.open()
    await page.getByRole('main').locator('textarea').last().waitFor()
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    world.provider.script('Still here.')
    await say(page, 'Are you there?')
    await page.getByText('Still here.').waitFor()
    expect(await page.getByText('Reconnecting …').count()).toBe(0)
    await page.context().close()
  })
})
