import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Composing, composing, openComposing } from './composing.ts'
import { last, messages } from './talk.ts'
import { hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const user = '~/.agents/skills'

describe.skipIf(!hasBrowser)('what is written in the composer', () => {
  let world: World
  let page: Page
  let composer: Composing
  beforeAll(async () => {
    world = await openWorld()
    await world.skill(user, 'review', { fields: 'argument-hint: <target> [depth]' })
    for (const name of ['idea-log', 'deep-research', 'gs', 'gshow']) await world.skill(user, name)
    await world.skill(user, 'wordy', {
      description: `>-\n  ${'It goes on and on. '.repeat(50)}\n\n  Second line.`,
    })
    await world.skill(user, `narrow-${'x'.repeat(57)}`, {
      description: '|\n  很长的说明文字，没有空格🙂\n  第二行',
    })
    await world.skill(user, 'manual', {
      fields: 'disable-model-invocation: true',
      body: 'Do the manual work.',
    })
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  beforeEach(async () => {
    ;({ page, composer } = await openComposing(world))
    await composer.text.focus()
  })
  afterEach(async () => {
    await page?.context().close()
  })

  /** Drops files on the box, as a person who drags them from a folder. */
  async function drop(...files: readonly { readonly name: string; readonly text: string }[]) {
    const data = await page.evaluateHandle((list) => {
      const transfer = new DataTransfer()
      for (const { name, text } of list) transfer.items.add(new File([text], name))
      return transfer
    }, files)
    const box = page.locator('[data-part="box"]')
    await box.dispatchEvent('dragenter', { dataTransfer: data })
    await page.getByText('Drop files to attach them').waitFor()
    await box.dispatchEvent('dragover', { dataTransfer: data })
    await box.dispatchEvent('drop', { dataTransfer: data })
  }

  async function writeAll(): Promise<void> {
    await composer.pick('review')
    await composer.focusOn(composer.field('target'))
    await page.keyboard.type('src/a.ts')
    await composer.text.focus()
    await page.keyboard.type('with care')
    await drop({ name: 'notes.txt', text: 'hello' })
    await composer.attachments.getByText('5 B').waitFor()
    await page.getByRole('button', { name: 'Send', disabled: false }).waitFor()
  }
  async function expectAll(now = composer): Promise<void> {
    await now.chip.waitFor()
    await now.attachments.getByText('notes.txt').waitFor()
    expect(await now.text.inputValue()).toBe('with care')
    expect(await now.field('target').inputValue()).toBe('src/a.ts')
    expect(await now.chip.getAttribute('aria-label')).toBe('Skill review, arguments src/a.ts')
  }

  describe('is there again, with chip, fields and files', () => {
    it('after a reload, and is sent whole', async () => {
      await writeAll()
      await page.reload()
      await expectAll()
      world.provider.script('All there.')
      await composer.send.click()
      await last(page).getByText('All there.').waitFor()
      const sent = (await messages(page).first().textContent()) ?? ''
      for (const part of ['/review', 'src/a.ts', 'with care', 'notes.txt'])
        expect(sent).toContain(part)
      expect(JSON.stringify(world.provider.requests.at(-1))).toContain('hello')
      await page.reload()
      await last(page).getByText('All there.').waitFor()
      expect(await composer.text.inputValue()).toBe('')
      expect(await composer.chip.count()).toBe(0)
    })

    it('after a new start of Skillet, on the page that was open and on one opened anew', async () => {
      await writeAll()
      await world.kill()
      await page.getByRole('alert').getByText('is not running here any more').waitFor({
        timeout: 20_000,
      })
      await composer.send.and(page.locator(':disabled')).waitFor()
      await page.getByText('Not sent: Skillet is not running here any more').first().waitFor()
      await expectAll()
      await world.start()
      await page.getByRole('alert').getByText('earlier start of Skillet').waitFor({
        timeout: 20_000,
      })
      await expectAll()
      // As its terminal prints it: the same browser, with a code of the new start.
      const fresh = await page.context().newPage()
      await fresh.goto(`${world.origin()}/#code=${await world.code()}`)
      const now = composing(fresh)
      await now.chip.waitFor()
      await expectAll(now)
      world.provider.script('Sent after all.')
      await fresh.getByRole('button', { name: 'Send', disabled: false }).click()
      await last(fresh).getByText('Sent after all.').waitFor()
      // That code is used; the pages of the next tests get another.
      await world.stop()
      await world.start()
    }, 60_000)

    it('in its own conversation, and in no other', async () => {
      world.provider.script('One.')
      await composer.text.fill('one')
      await page.keyboard.press('Enter')
      await last(page).getByText('One.').waitFor()
      await composer.text.fill('stays here')
      const address = page.url()
      await page.getByRole('navigation').getByRole('button', { name: 'New conversation' }).click()
      await page.getByText('Skills to start with').waitFor()
      await composer.focusOn(composer.text)
      expect(await composer.text.inputValue()).toBe('')
      await page.goto(address)
      await last(page).getByText('One.').waitFor()
      expect(await composer.text.inputValue()).toBe('stays here')
    })
  })

  it('a file whose upload the reload cut off says so, and holds the message back', async () => {
    await page.route('**/api/attachments?*', () => {})
    await drop({ name: 'cut.txt', text: 'cut' })
    await composer.attachments.getByText('cut.txt is being read').waitFor()
    await page.reload()
    await composer.attachments.getByText('Attach it again').waitFor()
    await page.getByText('Not sent: cut.txt could not be attached.').waitFor()
    expect(await composer.send.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Remove cut.txt' }).click()
    await composer.focusOn(composer.text)
    expect(await composer.attachments.count()).toBe(0)
  })

  it('takes files that are dropped, says which it does not take, and moves the caret to the text', async () => {
    await composer.send.focus()
    await drop({ name: 'a.txt', text: 'abc' }, { name: 'empty', text: '' })
    await composer.attachments.getByText('3 B').waitFor()
    await page.getByText('empty is empty, or a folder').first().waitFor()
    await composer.focusOn(composer.text)
    expect(await page.getByText('Drop files to attach them').count()).toBe(0)
    await picture(page, 'composer-dropped')
    world.provider.script('Read.')
    await page.getByRole('button', { name: 'Send', disabled: false }).click()
    await last(page).getByText('Read.').waitFor()
    expect(JSON.stringify(world.provider.requests.at(-1))).toContain('abc')
  })

  it('text that is dragged over the box is no file', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.setData('text/plain', 'words')
      return transfer
    })
    const box = page.locator('[data-part="box"]')
    await box.dispatchEvent('dragenter', { dataTransfer: data })
    await box.dispatchEvent('drop', { dataTransfer: data })
    await composer.text.pressSequentially('x')
    expect(await page.getByText('Drop files to attach them').count()).toBe(0)
    expect(await composer.attachments.count()).toBe(0)
  })

  describe('the menu', () => {
    it.each([
      ['/idea', '/idea-log'],
      ['/gs', '/gs'],
    ])('bug 40 ranking: %s offers %s first, and Enter picks it', async (typed, name) => {
      await composer.text.pressSequentially(typed)
      expect(await composer.menu.getByRole('option').first().textContent()).toContain(name)
      await page.keyboard.press('Enter')
      await composer.chip.waitFor()
      expect(await composer.chip.textContent()).toBe(name)
    })

    it.each([360, 1440])(
      'bug 41 long or multi-line descriptions: one row each, the name whole as far as it goes, at %i px',
      async (width) => {
        await page.setViewportSize({ width, height: 800 })
        await composer.text.pressSequentially('/w')
        await composer.selected.filter({ hasText: '/wordy' }).waitFor()
        const [row] = await boxes('/wordy')
        expect(row?.name.cut).toBe(false)
        if (width === 1440) expect(row?.height).toBeLessThan(40)
        const whole = page.locator('[data-part="menu"]').getByText(/Second line\./u)
        if (width === 1440) await whole.last().waitFor()
        await composer.text.fill('')
        await composer.text.pressSequentially('/narrow')
        await composer.selected.filter({ hasText: '/narrow' }).waitFor()
        const [narrow] = await boxes('/narrow')
        expect(narrow?.name.share).toBeGreaterThan(0.59)
        expect(await sideways()).toBe(0)
      },
    )

    /** How the rows of a name are laid out: their height, and how much of them the name has. */
    const boxes = (name: string) =>
      composer.menu
        .getByRole('option')
        .filter({ hasText: name })
        .evaluateAll((rows) =>
          rows.map((row) => {
            const [line] = row.children
            const label = line?.children[0]?.children[0]
            const room = line?.getBoundingClientRect().width ?? 0
            return {
              height: row.getBoundingClientRect().height,
              name: {
                cut: (label?.scrollWidth ?? 0) > (label?.clientWidth ?? 0),
                share: (label?.getBoundingClientRect().width ?? 0) / room,
              },
            }
          }),
        )
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  })

  describe('bug 46 text that only looks like a command', () => {
    it.each(['/usr/bin/env what is this', '/etc', '/ hello', '//comment'])(
      '%s is sent as it stands',
      async (text) => {
        world.provider.script('Read as text.')
        await composer.text.pressSequentially(text)
        await page.keyboard.press('Enter')
        await last(page).getByText('Read as text.').waitFor()
        expect(await messages(page).first().textContent()).toContain(text)
        expect(JSON.stringify(world.provider.requests.at(-1))).toContain(text)
      },
    )
  })

  it("bug 48 user's own call blocked: what the model may not call runs for a person", async () => {
    for (const write of [
      () => composer.text.pressSequentially('/manual now'),
      async () => {
        await composer.pick('manual')
        await page.keyboard.type('now')
      },
    ]) {
      world.provider.script('Done by hand.')
      await write()
      await page.keyboard.press('Enter')
      await last(page).getByText('Done by hand.').waitFor()
      const request = JSON.stringify(world.provider.requests.at(-1))
      expect(request).toContain('Do the manual work.')
      await composer.run('clear')
      await page.getByText('Skills to start with').waitFor()
      await composer.focusOn(composer.text)
    }
  })
})
