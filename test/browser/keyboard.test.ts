import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composing } from './composing.ts'
import { hiddenFocus } from './layout.ts'
import { last, messages } from './talk.ts'
import { gate, hasBrowser, openWorld, startMs, type World } from './world.ts'

describe.skipIf(!hasBrowser)('a journey by keyboard alone', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { sandbox: 'off' } })
    await world.skill('~/.agents/skills', 'review', {
      fields: 'argument-hint: <target> [depth]',
      body: 'Look at $ARGUMENTS.',
    })
  }, startMs)
  afterAll(() => world?.close())

  /** Presses a key until an element has the focus; each stop on the way shows that it has it. */
  async function goTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key)
      expect(await hiddenFocus(page)).toBeUndefined()
      if ((await element.and(page.locator(':focus')).count()) > 0) return
    }
    throw new Error(`${String(element)} was not reached.`)
  }

  it.each([
    { forcedColors: false, width: 1440 },
    { forcedColors: true, width: 1440 },
    { forcedColors: false, width: 360 },
    { forcedColors: true, width: 360 },
  ])(
    'from the open page to an answer, a question, a stop, the settings and back: $width px, forced colours $forcedColors',
    async (options) => {
      const page = await world.open(options)
      const composer = composing(page)
      const { keyboard } = page
      await page.getByText('Skills to start with').waitFor()

      await goTo(page, composer.text)
      await keyboard.type('/rev')
      await composer.selected.filter({ hasText: '/review' }).waitFor()
      await keyboard.press('Enter')
      await composer.focusOn(composer.field('target'))
      expect(await hiddenFocus(page)).toBeUndefined()
      await keyboard.type('src/a.ts')
      await keyboard.press('Enter')
      await composer.focusOn(composer.field('depth'))
      await keyboard.type('closely')

      const held = gate()
      world.provider.script(
        ({ call }) => call('bash', { command: 'echo looked' }),
        async ({ say }) => {
          say('Looking on.')
          await held.opened
          say('Never said.')
        },
      )
      await keyboard.press('Enter')
      const asked = page.locator('[data-approval]').filter({ hasText: 'Run a command' })
      await asked.waitFor()
      expect(JSON.stringify(world.provider.requests.at(-1))).toContain('src/a.ts')
      await keyboard.press('Control+j')
      await composer.focusOn(asked)
      expect(await hiddenFocus(page)).toBeUndefined()
      await page.locator('[data-approval] button:not([aria-disabled])').first().waitFor()
      await keyboard.press('y')
      await last(page).getByText('Looking on.').waitFor()

      await composer.focusOn(composer.text)
      await keyboard.press('Escape')
      await page.locator('[data-part="box"]').getByText('Esc again to stop').waitFor()
      await keyboard.press('Escape')
      await last(page).getByText('You stopped this answer.').waitFor()
      held.open()

      await goTo(page, page.getByRole('button', { name: 'More', exact: true }), 'Shift+Tab')
      await keyboard.press('Enter')
      const settings = page.getByRole('menuitem', { name: 'Settings' })
      await settings.waitFor()
      await goTo(page, settings, 'ArrowDown')
      await keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
      await page.getByRole('radio').first().waitFor({ state: 'attached' })

      await keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await keyboard.type('/review src')
      await page.getByRole('option', { selected: true, name: /review src/u }).waitFor()
      await keyboard.press('Enter')
      await last(page).getByText('You stopped this answer.').waitFor()
      expect(await messages(page).count()).toBe(2)
      await goTo(page, composer.text)
      await page.context().close()
    },
    60_000,
  )
})
