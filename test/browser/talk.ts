import type { Locator, Page } from 'playwright-core'

/** Sends a message as a person does: into the box, then Enter. */
export async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole('main').locator('textarea').last()
  await box.fill(text)
  await box.press('Enter')
}

/** The messages of the conversation, one `article` each. */
export function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByRole('article')
}

/** The last message. */
export function last(page: Page): Locator {
  return messages(page).last()
}

/** The card of a tool call, by its state and what its header says. */
export function card(page: Page, state: string, header: string | RegExp): Locator {
  return page.locator(`[data-tool-state="${state}"]`).filter({ hasText: header })
}
