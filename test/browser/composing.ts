import type { Locator, Page } from 'playwright-core'
import type { PageOptions, World } from './world.ts'

/** The composer of a page, as a test reads it. */
export interface Composing {
  readonly text: Locator
  readonly menu: Locator
  /** The highlighted row of the menu. */
  readonly selected: Locator
  readonly chip: Locator
  /** An argument field, by the name of its argument. */
  readonly field: (name: string) => Locator
  readonly attachments: Locator
  readonly tray: Locator
  readonly send: Locator
  /** Waits until an element has the focus. */
  readonly focusOn: (element: Locator) => Promise<void>
  /** Types a skill's name and picks it. */
  readonly pick: (name: string) => Promise<void>
  /** Types a chat command and runs it. */
  readonly run: (command: string) => Promise<void>
}

/** Opens a page at a new conversation, once it knows its skills. */
export async function openComposing(
  world: World,
  options: PageOptions = {},
): Promise<{ readonly page: Page; readonly composer: Composing }> {
  const page = await world.open(options)
  await page.getByText('Skills to start with').waitFor()
  return { page, composer: composing(page) }
}

export function composing(page: Page): Composing {
  const main = page.getByRole('main')
  const text = main.locator('textarea').last()
  const menu = page.getByRole('listbox', { name: 'Skills and commands' })
  const selected = menu.getByRole('option', { selected: true })
  return {
    text,
    menu,
    selected,
    chip: main.getByRole('group', { name: /^Skill /u }),
    field: (name) => main.getByRole('textbox', { name, exact: true }),
    attachments: main.getByRole('list', { name: 'Attachments' }),
    tray: main.getByRole('region', { name: 'Active skills' }),
    send: main.getByRole('button', { name: 'Send', exact: true }),
    focusOn: (element) => element.and(page.locator(':focus')).waitFor(),
    async pick(name) {
      await text.pressSequentially(`/${name}`)
      await selected.filter({ hasText: `/${name}` }).waitFor()
      await page.keyboard.press('Enter')
      await menu.waitFor({ state: 'detached' })
    },
    async run(command) {
      await text.pressSequentially(`/${command}`)
      await page.keyboard.press('Enter')
    },
  }
}
