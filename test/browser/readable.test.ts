import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composing } from './composing.ts'
import { cutTexts, hiddenFocus, sideways } from './layout.ts'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const user = '~/.agents/skills'

/** As a person's own style sheet: the page's policy keeps out what comes with an element. */
async function restyle(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, rules)
}

/** What a person may ask of a page, and how a test asks it. */
const settings = {
  'forced colours': async (page: Page) => {
    await page.emulateMedia({ forcedColors: 'active' })
  },
  '200 % text': (page: Page) => restyle(page, ':root { font-size: 200% !important }'),
  'text spacing of WCAG': (page: Page) =>
    restyle(
      page,
      `* {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p { margin-block-end: 2em !important }`,
    ),
} as const

const cases = Object.keys(settings).flatMap((setting) =>
  [360, 1440].flatMap((width) =>
    (['en', 'zh'] as const).map((language) => ({ setting, width, language })),
  ),
)

describe.skipIf(!hasBrowser)('for whoever sees in another way', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { sandbox: 'off' } })
    await world.skill(user, 'review', {
      description: 'Reviews a change, a file or a folder. Use when somebody asks for a review.',
      fields: 'tools: [read, grep, bash]\nargument-hint: <target> [depth]',
    })
    await world.skill(user, 'release', { description: 'Releases a version.' })
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  async function open(setting: string, options: object): Promise<Page> {
    const page = await world.open(options)
    await Object.entries(settings).find(([name]) => name === setting)?.[1](page)
    return page
  }
  const isWhole = async (page: Page, where: string) => {
    expect(await cutTexts(page), where).toEqual([])
    expect(await sideways(page), where).toBe(0)
  }

  it.each(cases)('the composer: $setting at $width px, $language', async (one) => {
    const { setting, width, language } = one
    const page = await open(setting, { width, language, height: 900 })
    const { keyboard } = page
    const composer = composing(page)
    const text = page.getByRole('main').locator('textarea').last()
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    await isWhole(page, 'empty')
    await text.focus()
    expect(await hiddenFocus(page)).toBeUndefined()
    await keyboard.type('/re')
    await page.getByRole('option').nth(1).waitFor()
    await isWhole(page, 'menu')
    await picture(page, `readable-menu-${setting}-${width}-${language}`)
    await keyboard.type('view')
    await page.getByRole('option', { selected: true }).filter({ hasText: '/review' }).waitFor()
    await keyboard.press('Enter')
    await composer.field('target').waitFor()
    await composer.focusOn(composer.field('target'))
    expect(await hiddenFocus(page)).toBeUndefined()
    await keyboard.type('the whole of packages/core and everything that imports it')
    await isWhole(page, 'chip and fields')
    await picture(page, `readable-fields-${setting}-${width}-${language}`)

    world.provider.script(({ call }) => call('bash', { command: 'echo looked' }), 'Looked at it.')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await page.locator('[data-approval]').waitFor()
    await isWhole(page, 'question')
    await picture(page, `readable-question-${setting}-${width}-${language}`)
    await keyboard.press('Control+j')
    expect(await hiddenFocus(page)).toBeUndefined()
    // What is twice as large may stand below what can be seen.
    await page.locator('[data-approval]').hover()
    await page.mouse.wheel(0, 9999)
    await page.locator('[data-approval] button:not([aria-disabled])').first().waitFor()
    await keyboard.press('y')
    await page.getByText('Looked at it.').first().waitFor()
    await page.locator('[data-part="tray"]').waitFor()
    await isWhole(page, 'answer and tray')
    await picture(page, `readable-answer-${setting}-${width}-${language}`)
    if (setting === 'forced colours') expect(await axe(page)).toEqual([])
    await page.context().close()
  })

  it.each(cases)('the other pages: $setting at $width px, $language', async (one) => {
    const { setting, width, language } = one
    for (const [path, drawn] of [
      ['/skills', '[data-row]'],
      ['/settings', 'main h2'],
      ['/start', 'main section'],
    ] as const) {
      const page = await open(setting, { width, language, path })
      await page.locator(drawn).first().waitFor()
      await isWhole(page, path)
      await picture(page, `readable-${path.slice(1)}-${setting}-${width}-${language}`)
      for (let presses = 0; presses < 8; presses++) {
        await page.keyboard.press('Tab')
        expect(await hiddenFocus(page), path).toBeUndefined()
      }
      await page.context().close()
    }
  })
})
