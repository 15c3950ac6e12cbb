import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { last, say } from './talk.ts'
import {
  axe,
  foreignRequests,
  hasBrowser,
  openWorld,
  picture,
  startMs,
  type World,
} from './world.ts'

const answer = [
  '# What I found',
  '',
  'See [the specification](https://agentskills.io/spec?ref=x) and https://example.org/a.',
  '',
  '1. Run this:',
  '',
  '   ```bash',
  `   npm run check -- ${'--and-so-on '.repeat(20)}`,
  '   ```',
  '',
  '| Token | Light | Dark | Use |',
  '|---|---|--:|---|',
  `| bg | FBFBF9 | 161614 | ${'page, card, floating, '.repeat(6)} |`,
  '',
  '```ts',
  'export const limit = 64 // KB',
  '```',
  '',
  '![a pixel](https://evil.example/pixel.png?q=secret)',
  '',
  '<img src="https://evil.example/raw.png" onerror="alert(1)">',
].join('\n')

describe.skipIf(!hasBrowser)('the frame of the page', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, startMs)
  afterAll(() => world?.close())

  it('has one drawer or sheet at a time below 1200 px, which keeps focus and gives it back', async () => {
    const page = await world.open({ width: 768, theme: 'dark' })
    const text = page.getByRole('main').locator('textarea').last()
    await text.focus()
    await page.keyboard.press('Control+b')
    const drawer = page.getByRole('dialog', { name: 'Conversations' })
    await drawer.waitFor()
    await picture(page, 'frame-drawer-768-dark')
    expect(await axe(page)).toEqual([])
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab')
      // At its end a guard beside it has the focus for a frame, and sends it back in.
      await expect
        .poll(() => drawer.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true)
    }
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(true)

    await page.keyboard.press('Control+i')
    await page.getByRole('dialog', { name: 'Inspector' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await picture(page, 'frame-inspector-768-dark')
    await page.context().close()
  })

  it('keeps its columns as they were left, after a reload too', async () => {
    const page = await world.open()
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Control+i')
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.reload()
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.context().close()
  })

  it('is a page with Back for the inspector at 360 px, and never scrolls sideways', async () => {
    const page = await world.open({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Inspect the request' }).click()
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await picture(page, 'frame-inspector-360')
    await page.getByRole('button', { name: 'Back' }).click()
    for (const path of ['/', '/skills', '/settings', '/start', '/nowhere']) {
      await page.goto(`${world.origin()}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await sideways(page), path).toBe(0)
    }
    await page.setViewportSize({ width: 320, height: 740 })
    expect(await sideways(page)).toBe(0)
    await page.context().close()
  })

  it('leads past its lists with the first Tab, and lists its keys', async () => {
    const page = await world.open({ path: '/skills' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const main = page.getByRole('main')
    expect(await main.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+/')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Ctrl+B').waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe.skipIf(!hasBrowser)('the Markdown of an answer', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  }, startMs)
  afterAll(() => world?.close())

  it.each([
    [1440, 'light'],
    [768, 'dark'],
    [360, 'light'],
  ] as const)(
    'is laid out at %d px, %s, and loads nothing from elsewhere',
    async (width, theme) => {
      world.provider.script(answer)
      const page = await world.open({ width, theme })
      const [foreign, refused] = [foreignRequests(page), refusals(page)]
      await say(page, 'What did you find?')
      const message = last(page)
      await message.locator('.code-keyword', { hasText: 'export' }).waitFor()
      await message.getByText('Image not loaded: evil.example').waitFor()
      await message.getByText('<img src="https://evil.example/raw.png"').waitFor()
      await picture(page, `markdown-${width}-${theme}`)
      expect(await message.getByRole('heading', { level: 4 }).textContent()).toBe('What I found')
      expect(await axe(page)).toEqual([])
      expect(await sideways(page)).toBe(0)
      expect(foreign).toEqual([])
      expect(refused).toEqual([])
      await page.context().close()
    },
  )

  it('shows an address that carries text before it opens it', async () => {
    world.provider.script(answer)
    const page = await world.open()
    await say(page, 'Where is it?')
    await last(page).getByRole('link', { name: 'the specification' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open this address?' })
    await dialog.getByText('https://agentskills.io/spec?ref=x').waitFor()
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    expect(await cancel.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(page.context().pages()).toHaveLength(1)
    await page.context().close()
  })

  it('gives up its layout, not the page, where a text is made to stop it', async () => {
    world.provider.script(`before\n\n${'>'.repeat(3_000)} a\n\n${'- '.repeat(400)}b\n\n# after`)
    const page = await world.open()
    await say(page, 'Break it')
    await last(page).getByRole('heading', { name: 'after' }).waitFor()
    expect(await last(page).getByText('nested too deeply').count()).toBe(2)
    await page.context().close()
  })
})

function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/** What the page's own policy refused, as the browser tells it. */
function refusals(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/iu.test(message.text())) refused.push(message.text())
  })
  return refused
}
