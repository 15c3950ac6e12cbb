import type { CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Composing, openComposing } from './composing.ts'
import { messages } from './talk.ts'
import { axe, gate, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

// The one rule is switched off for the one element: a text area with the role of a combobox, without
// which the scrolling list of the menu is reported instead.
const without = ['aria-allowed-role']

const user = '~/.agents/skills'
const long = 'a-name-of-sixty-four-characters-that-fills-one-row-of-the-menu-x'

describe.skipIf(!hasBrowser)('the composer', () => {
  let world: World
  let page: Page
  let composer: Composing
  beforeAll(async () => {
    world = await openWorld()
    await world.skill(user, 'review', {
      description: 'Reviews a change. Use when asked to review.',
      fields: [
        'arguments:',
        '  target: What to review',
        '  depth: How closely',
        'argument-hint: <target> [depth]',
      ].join('\n'),
    })
    await world.skill(user, 'release', { description: 'Releases a version.' })
    await world.skill(user, 'idea-log', { description: 'Keeps ideas.' })
    await world.skill(user, 'translate', {
      description: 'Translates a text.',
      fields: 'argument-hint: into which language, and how formal',
    })
    await world.skill(user, 'hinted', { fields: 'argument-hint: <file> [format]' })
    await world.skill(user, '周报', { description: '写一份周报。' })
    await world.skill(user, long, { description: `Long. ${'It goes on and on. '.repeat(30)}` })
    await world.skill(user, 'background', { fields: 'user-invocable: false' })
    await world.skill(user, 'manual', { fields: 'disable-model-invocation: true' })
    await world.skill(user, 'other-model', { fields: 'model: scripted/other' })
    for (let at = 0; at < 60; at++) await world.skill(user, `many-${String(at).padStart(2, '0')}`)
  }, startMs)
  afterAll(() => world?.close())

  beforeEach(async () => {
    ;({ page, composer } = await openComposing(world))
    await composer.text.focus()
  })
  afterEach(async () => {
    await page?.context().close()
  })

  const value = () => composer.text.inputValue()
  const type = (letters: string) => page.keyboard.type(letters)
  const press = (key: string) => page.keyboard.press(key)
  const caret = () =>
    composer.text.evaluate((box) => (box instanceof HTMLTextAreaElement ? box.selectionStart : -1))
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  /** What `locator.count` says once every event so far was handled and drawn. */
  const settled = () =>
    page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
    )

  describe('ancestor C', () => {
    it('ancestor C: / lists skills with name, description, source and argument hint', async () => {
      await type('/rev')
      const row = composer.menu.getByRole('option').first()
      const words = await row.textContent()
      for (const word of ['/review', '<target> [depth]', 'Reviews a change.', 'user']) {
        expect(words).toContain(word)
      }
      await picture(page, 'composer-menu')
    })

    it('ancestor C: picking clears the token and shows a chip with ×', async () => {
      await type('please /idea')
      await composer.menu.waitFor()
      await press('Enter')
      expect(await value()).toBe('please ')
      expect(await composer.chip.getAttribute('aria-label')).toBe('Skill idea-log')
      await page.getByRole('button', { name: 'Remove idea-log' }).click()
      expect(await composer.chip.count()).toBe(0)
      expect(await focused()).toBe('Message')
    })

    it('ancestor C: one chip; a new pick replaces it', async () => {
      await type('/idea')
      await press('Enter')
      await type('/rele')
      await press('Tab')
      expect(await composer.chip.count()).toBe(1)
      expect(await composer.chip.getAttribute('aria-label')).toBe('Skill release')
    })

    it('ancestor C: arguments have fields with the caret in the first, and show on the chip', async () => {
      await type('/review')
      await press('Enter')
      await settled()
      const first = composer.field('target')
      expect(await first.evaluate((input) => input === document.activeElement)).toBe(true)
      // The label says it already; of the other one the hint says that it may be left out.
      expect(await first.getAttribute('placeholder')).toBeNull()
      expect(await composer.field('depth').getAttribute('placeholder')).toBe('optional')
      await type('src/a.ts')
      await press('Enter')
      await type('closely')
      expect(await composer.field('depth').inputValue()).toBe('closely')
      expect(await composer.chip.getAttribute('aria-label')).toBe(
        'Skill review, arguments src/a.ts closely',
      )
      await picture(page, 'composer-fields')
    })

    it('ancestor C: a hint alone gives fields of its own', async () => {
      await type('/hinted')
      await press('Enter')
      await settled()
      expect(await composer.field('file').count()).toBe(1)
      expect(await composer.field('format').count()).toBe(1)
      await composer.text.focus()
      await type('/trans')
      await press('Enter')
      await settled()
      expect(await composer.field('Arguments').getAttribute('placeholder')).toBe(
        'into which language, and how formal',
      )
    })

    it('ancestor C: a message of a skill alone is sent, stored as /name, and titles', async () => {
      world.provider.script('Kept.')
      await type('/idea')
      await press('Enter')
      await press('Enter')
      await messages(page).nth(1).getByText('Kept.').waitFor()
      expect(await messages(page).first().textContent()).toContain('/idea-log')
      expect(await value()).toBe('')
      expect(await composer.chip.count()).toBe(0)
      const [request] = world.provider.requests.slice(-1)
      expect(JSON.stringify(request)).toContain('Do the work of idea-log.')
      await page.getByRole('heading', { level: 1, name: '/idea-log', exact: true }).waitFor()
      const [titled] = world.provider.titleRequests.slice(-1)
      expect(JSON.stringify(titled)).toContain('/idea-log')
      expect(JSON.stringify(titled)).not.toContain('Do the work of')
      await page.reload()
      await messages(page).nth(1).getByText('Kept.').waitFor()
      expect(await messages(page).first().textContent()).toContain('/idea-log')
      expect(await messages(page).first().textContent()).not.toContain('Do the work of')
    })

    it('ancestor C: arguments go as data of the user message, and Up brings all of it back', async () => {
      world.provider.script('Reviewed.')
      await type('/review')
      await press('Enter')
      await settled()
      await type('a b')
      await press('Enter')
      await press('Enter')
      await messages(page).nth(1).getByText('Reviewed.').waitFor()
      const [request] = world.provider.requests.slice(-1)
      const said = (role: string) =>
        JSON.stringify(request?.messages.filter((message) => message.role === role))
      expect(said('user')).toContain('a b')
      expect(said('system')).toContain('Do the work of review.')
      expect(said('system')).not.toContain('a b')
      await composer.text.focus()
      await press('ArrowUp')
      await settled()
      expect(await composer.field('target').inputValue()).toBe('a b')
      expect(await composer.chip.getAttribute('aria-label')).toBe('Skill review, arguments a b')
      await press('ArrowDown')
      expect(await composer.chip.count()).toBe(0)
    })
  })

  describe('the menu', () => {
    it.each([
      ['帮我写周报/', true],
      ['first /a then /id', true],
      ['、', true],
      ['https://x.y/z', false],
      ['3/4', false],
      ['src/a', false],
      ['//comment', false],
    ])('bug 44 where a trigger counts: %s', async (typed, opens) => {
      await page.keyboard.insertText('')
      for (const letter of typed) await page.keyboard.insertText(letter)
      await settled()
      expect(await composer.menu.count()).toBe(opens ? 1 : 0)
    })

    it('bug 42 scroll into view: the highlight is in view however far it goes, and wraps', async () => {
      await type('/many')
      for (let at = 0; at < 12; at++) await press('ArrowDown')
      expect(await composer.selected.textContent()).toContain('/many-12')
      expect(await isInView()).toBe(true)
      await press('Home')
      await press('ArrowUp')
      expect(await composer.selected.textContent()).toContain('/many-49')
      expect(await isInView()).toBe(true)
      await press('ArrowDown')
      expect(await composer.selected.textContent()).toContain('/many-00')
      expect(await isInView()).toBe(true)
    })

    async function isInView() {
      await settled()
      return composer.selected.evaluate((row) => {
        const list = row.closest('[role=listbox]')?.getBoundingClientRect()
        const { top, bottom } = row.getBoundingClientRect()
        return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
      })
    }

    it('bug 42 scroll into view: a pointer at rest does not steal the highlight', async () => {
      await type('/many')
      // A first move may be the menu opening below a pointer at rest.
      await composer.menu.getByRole('option').nth(2).hover()
      await composer.menu.getByRole('option').nth(3).hover()
      await settled()
      expect(await composer.selected.textContent()).toContain('/many-03')
      for (let at = 0; at < 10; at++) await press('ArrowDown')
      await settled()
      expect(await composer.selected.textContent()).toContain('/many-13')
    })

    it('lists at most 50 rows and says how many more match', async () => {
      await type('/many')
      expect(await composer.menu.getByRole('option').count()).toBe(50)
      expect(await page.getByText('10 more match').count()).toBe(1)
    })

    it('bug 45 what a pick replaces: only the token, the caret stays, nothing is sent', async () => {
      await type('please  the diff')
      for (let at = 0; at < 9; at++) await press('ArrowLeft')
      await type('/idea')
      await press('Enter')
      expect(await value()).toBe('please  the diff')
      expect(await caret()).toBe(7)
      expect(await messages(page).count()).toBe(0)
    })

    it('undo straight after a pick brings the token back and removes the chip; redo picks again', async () => {
      await type('say /idea')
      await press('Enter')
      expect(await composer.chip.count()).toBe(1)
      await press('Control+z')
      expect(await value()).toBe('say /idea')
      expect(await composer.chip.count()).toBe(0)
      await press('Control+Shift+z')
      expect(await value()).toBe('say ')
      expect(await composer.chip.count()).toBe(1)
    })

    it('undo in the first empty argument means the pick', async () => {
      await type('say /review')
      await press('Enter')
      await settled()
      await press('Control+z')
      expect(await value()).toBe('say /review')
      expect(await composer.chip.count()).toBe(0)
      expect(await focused()).toBe('Message')
    })

    it('Backspace at the start removes the chip', async () => {
      await type('/idea')
      await press('Enter')
      await press('Backspace')
      expect(await composer.chip.count()).toBe(0)
    })

    it('pasted text opens no menu', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(() => navigator.clipboard.writeText('/idea'))
      await press('Control+v')
      await settled()
      expect(await value()).toBe('/idea')
      expect(await composer.menu.count()).toBe(0)
      await type('-')
      await settled()
      expect(await composer.menu.count()).toBe(0)
    })

    it('Escape closes until the token changes', async () => {
      await type('/id')
      await composer.menu.waitFor()
      await press('Escape')
      expect(await composer.menu.count()).toBe(0)
      await press('ArrowLeft')
      await press('ArrowRight')
      expect(await composer.menu.count()).toBe(0)
      await type('e')
      expect(await composer.menu.count()).toBe(1)
    })

    it('no hit says so with near names, and Enter means Enter', async () => {
      await type('/idea-logger-x')
      await settled()
      expect(await page.getByText('No skill matches.').count()).toBe(1)
      expect(await page.getByText('Did you mean /idea-log?').count()).toBe(1)
      await press('Enter')
      await page.getByText('There is no skill "idea-logger-x".').first().waitFor()
      await page.getByText('Near names: idea-log.').first().waitFor()
      expect(await value()).toBe('/idea-logger-x')
      expect(await composer.chip.count()).toBe(0)
      expect(await messages(page).count()).toBe(0)
    })

    it('typing and Enter in one burst gives what slow typing gives', async () => {
      const client = await page.context().newCDPSession(page)
      await Promise.all(
        '/idea'
          .split('')
          .map((letter) => key(client, letter))
          .concat(enter(client)),
      )
      await settled()
      expect(await composer.chip.getAttribute('aria-label')).toBe('Skill idea-log')
      expect(await value()).toBe('')
      expect(await messages(page).count()).toBe(0)
    })

    it('bug 47 visibility flags: what is for the model alone is not offered, what is manual is', async () => {
      await type('/background')
      await settled()
      expect(await composer.menu.getByRole('option').count()).toBe(0)
      await press('Control+a')
      await type('/manual')
      expect(await composer.selected.textContent()).toContain('/manual')
    })

    it('a list that changes keeps the highlight on its row', async () => {
      await type('/many-1')
      await press('ArrowDown')
      expect(await composer.selected.textContent()).toContain('/many-11')
      await world.skill(user, 'many-1')
      await composer.menu.getByText('/many-1', { exact: true }).waitFor()
      expect(await composer.selected.textContent()).toContain('/many-11')
    })
  })

  describe('commands', () => {
    it('run on Enter when they are the whole text', async () => {
      await type('/help')
      await press('Enter')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await value()).toBe('')
      await composer.text.focus()
      await type('/quit')
      await press('Enter')
      await page.getByText('To leave, close this tab.').first().waitFor()
      await type('/model')
      await press('Enter')
      await page.getByRole('menu').waitFor()
      await press('Escape')
      await composer.text.focus()
      await type('/skills many')
      await press('Enter')
      await page.waitForURL(/\/skills\?q=many$/u)
    })

    it('are written out by a pick, which runs nothing', async () => {
      await type('/he')
      await press('Tab')
      expect(await value()).toBe('/help')
      expect(await page.getByRole('dialog').count()).toBe(0)
    })
  })

  describe('input methods', () => {
    let client: CDPSession
    beforeEach(async () => {
      client = await page.context().newCDPSession(page)
    })
    const compose = (letters: string) =>
      client.send('Input.imeSetComposition', {
        text: letters,
        selectionStart: letters.length,
        selectionEnd: letters.length,
      })
    const commit = (letters: string) => client.send('Input.insertText', { text: letters })

    it('bug 43 IME Enter: the Enter of a composition sends nothing and picks nothing', async () => {
      await type('/idea')
      await composer.menu.waitFor()
      await compose('ni')
      await enter(client, 229)
      await settled()
      expect(await messages(page).count()).toBe(0)
      expect(await composer.chip.count()).toBe(0)
      await commit('你')
      await settled()
      expect(await value()).toBe('/idea你')
      expect(await messages(page).count()).toBe(0)
      expect(await composer.chip.count()).toBe(0)
    })

    it('bug 43 IME Enter: in Safari it comes after compositionend, with 229', async () => {
      await composer.text.evaluate((box) => {
        const options = { bubbles: true, cancelable: true }
        box.dispatchEvent(new CompositionEvent('compositionstart', options))
        box.dispatchEvent(new CompositionEvent('compositionend', { ...options, data: '你' }))
        const safari = new KeyboardEvent('keydown', { ...options, key: 'Enter', keyCode: 229 })
        Reflect.set(window, 'taken', !box.dispatchEvent(safari))
      })
      await settled()
      expect(await page.evaluate(() => Reflect.get(window, 'taken'))).toBe(false)
      expect(await messages(page).count()).toBe(0)
    })

    it('the menu neither opens nor filters while something is composed', async () => {
      await compose('/')
      await settled()
      expect(await composer.menu.count()).toBe(0)
      await commit('/')
      await composer.menu.waitFor()
      await compose('zhou')
      await settled()
      expect(await composer.menu.getByRole('option').count()).toBe(50)
      await commit('周')
      await settled()
      expect(await composer.selected.textContent()).toContain('/周报')
    })

    it('arrows, Tab and Escape are left to a composition', async () => {
      await type('/many')
      await compose('x')
      for (const name of ['ArrowDown', 'Tab', 'Escape']) await raw(client, name, 229)
      await settled()
      expect(await composer.menu.count()).toBe(1)
      expect(await composer.selected.textContent()).toContain('/many-00')
      expect(await focused()).toBe('Message')
    })

    it('a click on Send commits the composition first', async () => {
      world.provider.script('好的。')
      await compose('你好')
      await page.getByRole('button', { name: 'Send' }).click()
      await messages(page).first().getByText('你好').waitFor()
    })

    it('the next Enter works as ever', async () => {
      world.provider.script('好。')
      await compose('ni')
      await commit('你')
      await settled()
      await press('Enter')
      await messages(page).first().getByText('你').waitFor()
    })
  })

  describe('drafts', () => {
    it('survive a reload, with chip and fields', async () => {
      await type('/review')
      await press('Enter')
      await settled()
      await type('src')
      await composer.text.focus()
      await type('with care')
      await page.reload()
      await composer.text.waitFor()
      await composer.chip.waitFor()
      expect(await value()).toBe('with care')
      expect(await composer.field('target').inputValue()).toBe('src')
    })

    it('come back from a send that fails, together with what was written since', async () => {
      const failing = gate()
      await page.route('**/api/chat', async (route) => {
        await failing.opened
        await route.abort()
      })
      await type('/idea')
      await press('Enter')
      await type('do not lose this')
      await press('Enter')
      expect(await value()).toBe('')
      await type('nor this')
      failing.open()
      await page.getByText('What you wrote is back here.').first().waitFor()
      expect(await value()).toBe('do not lose this\n\nnor this')
      expect(await composer.chip.getAttribute('aria-label')).toBe('Skill idea-log')
    })
  })

  describe('attachments', () => {
    it('are chosen, shown, removed, and refused in words', async () => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach files' }).click()
      await (await chooser).setFiles([
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
        { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('more') },
        { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
        {
          name: 'large.txt',
          mimeType: 'text/plain',
          buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 97),
        },
      ])
      const list = page.getByRole('list', { name: 'Attachments' })
      await list.getByText('5 B').waitFor()
      expect(await list.textContent()).toContain('notes.txt')
      const words = await page.getByRole('main').textContent()
      expect(words).toContain('empty.txt is empty, or a folder')
      expect(words).toContain('A file has at most 10 MiB')
      await picture(page, 'composer-attachments')
      await page.getByRole('button', { name: 'Remove more.txt' }).click()
      expect(await list.textContent()).not.toContain('more.txt')
      world.provider.script('Read.')
      await page.getByRole('button', { name: 'Send', disabled: false }).waitFor()
      await press('Enter')
      await messages(page).nth(1).getByText('Read.').waitFor()
      expect(await messages(page).first().textContent()).toContain('notes.txt')
      expect(await messages(page).first().textContent()).not.toContain('more.txt')
    })

    it('come by paste', async () => {
      await composer.text.evaluate((box) => {
        const data = new DataTransfer()
        data.items.add(new File(['hello'], 'pasted.txt', { type: 'text/plain' }))
        box.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      })
      const list = page.getByRole('list', { name: 'Attachments' })
      await list.getByText('pasted.txt').waitFor()
      await page.getByRole('button', { name: 'Remove pasted.txt' }).click()
      expect(await list.count()).toBe(0)
      expect(await focused()).toBe('Message')
    })
  })

  describe('while an answer runs', () => {
    it('Enter queues, the button is Stop, Esc Esc stops, and the queue can be edited', async () => {
      const held = gate()
      world.provider.script(async ({ say }) => {
        say('Beginning ')
        await held.opened
        say('end.')
      })
      await type('first')
      await press('Enter')
      await messages(page).nth(1).getByText('Beginning').waitFor()
      expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(1)
      await type('second')
      await press('Enter')
      await type('third')
      await press('Enter')
      const queue = page.getByRole('region', { name: 'Waiting messages' })
      await queue.getByText('third').waitFor()
      await picture(page, 'composer-queue')
      expect(await axe(page, { without })).toEqual([])
      await queue.getByRole('button', { name: 'Remove waiting message 2' }).click()
      await queue.getByText('third').waitFor({ state: 'detached' })
      await queue.getByRole('button', { name: 'Edit waiting message 1' }).click()
      await press('Control+a')
      await type('changed')
      await press('Enter')
      await queue.getByText('changed').waitFor()
      world.provider.script('And the next.')
      await composer.text.focus()
      await press('Escape')
      await page.getByText('Esc again to stop').first().waitFor()
      await press('Escape')
      await messages(page).nth(3).getByText('And the next.').waitFor()
      held.open()
      expect(await messages(page).nth(1).textContent()).toContain('You stopped this answer.')
      expect(await messages(page).nth(1).textContent()).not.toContain('end.')
      expect(await messages(page).nth(2).textContent()).toContain('changed')
    })
  })

  it('shows that a skill was edited or is gone, and then sends nothing and loses nothing', async () => {
    const name = 'fleeting'
    await world.skill(user, name)
    await type('/fleet')
    await composer.menu.getByText(`/${name}`).waitFor()
    await press('Enter')
    await type('keep me')
    await world.skill(user, name, { description: 'Another one.' })
    await page.getByText('edited since you picked it').waitFor()
    await world.write(`${user}/${name}/SKILL.md`, 'no frontmatter at all')
    await page.getByText('no longer available').first().waitFor()
    await press('Enter')
    expect(await messages(page).count()).toBe(0)
    expect(await value()).toBe('keep me')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await picture(page, 'composer-gone')
  })

  describe('a skill that is chosen elsewhere on the page', () => {
    /** Words of its description too: a conversation may have the name in its title. */
    const find = async (words: string) => {
      await press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor()
      await type(words)
      await page
        .getByRole('dialog')
        .getByRole('option', { selected: true, name: /Skill$/u })
        .waitFor()
      await press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const focusOn = (name: string) => composer.field(name).and(page.locator(':focus')).waitFor()

    it('has the caret in its first argument, empty as it is', async () => {
      await find('/review reviews')
      await focusOn('target')
      await type('src')
      await find('/review reviews')
      await expect.poll(() => composer.field('target').inputValue()).toBe('')
      await settled()
      await focusOn('target')
    })

    it('has it there, too, when it was chosen on the page of the skills', async () => {
      await page.goto(`${world.origin()}/skills?q=review`)
      await page.getByRole('link', { name: /^review /u }).click()
      await page.getByRole('button', { name: 'Use review in the conversation' }).click()
      await composer.chip.waitFor()
      await settled()
      await focusOn('target')
    })

    it('has it in the text where it takes no arguments', async () => {
      await find('/release releases')
      await composer.chip.waitFor()
      await focusOn('Message')
    })
  })

  it('says which model a skill runs on', async () => {
    await type('/other-m')
    await press('Enter')
    expect(await page.getByText('runs on scripted/other').count()).toBe(1)
  })

  it('Send without anything says what is missing', async () => {
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByText('Write a message or pick a skill first').count()).toBeGreaterThan(0)
  })

  describe('for everyone', () => {
    it.each(['light', 'dark'] as const)('passes axe in each state, %s', async (theme) => {
      const other = await world.open({ theme })
      const box = other.getByRole('main').locator('textarea').last()
      await other.getByText('Skills to start with').waitFor()
      await box.focus()
      expect(await axe(other, { without })).toEqual([])
      await other.keyboard.type('/')
      await other.getByRole('listbox').waitFor()
      expect(await axe(other, { without })).toEqual([])
      await other.keyboard.type('review')
      await other.keyboard.press('Enter')
      await other.getByRole('textbox', { name: 'target' }).waitFor()
      expect(await axe(other, { without })).toEqual([])
      const chooser = other.waitForEvent('filechooser')
      await other.getByRole('button', { name: 'Attach files' }).click()
      await (await chooser).setFiles([
        { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
        { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
      ])
      await other.getByRole('button', { name: 'Remove a.txt' }).waitFor()
      expect(await axe(other, { without })).toEqual([])
      await other.context().close()
    })

    it('is a combobox while the menu is open, and only then', async () => {
      expect(await composer.text.getAttribute('role')).toBeNull()
      expect(await composer.text.getAttribute('aria-haspopup')).toBe('listbox')
      await type('/id')
      await composer.menu.waitFor()
      expect(await composer.text.getAttribute('role')).toBe('combobox')
      expect(await composer.text.getAttribute('aria-expanded')).toBe('true')
      const active = await composer.text.getAttribute('aria-activedescendant')
      expect(await composer.selected.getAttribute('id')).toBe(active)
      expect(await composer.selected.getAttribute('aria-posinset')).toBe('1')
      await press('Escape')
      expect(await composer.text.getAttribute('role')).toBeNull()
    })

    it.each([
      ['en', 360],
      ['en', 768],
      ['en', 1440],
      ['zh', 360],
      ['zh', 1440],
    ] as const)('fits, %s at %i', async (language, width) => {
      for (const theme of ['light', 'dark'] as const) {
        const other = await world.open({ language, width, theme, height: 740 })
        const box = other.getByRole('main').locator('textarea').last()
        await box.waitFor()
        await other.getByRole('main').getByRole('listitem').first().waitFor()
        await box.focus()
        await other.keyboard.type('/a-name')
        await other.getByRole('option').first().waitFor()
        expect(await overflow(other)).toBe(0)
        await picture(other, `composer-menu-long-${language}-${width}-${theme}`)
        await other.keyboard.press('Control+a')
        await other.keyboard.type('/')
        await other.getByRole('option').nth(9).waitFor()
        await picture(other, `composer-menu-all-${language}-${width}-${theme}`)
        await other.keyboard.type('review')
        await other.keyboard.press('Enter')
        await other.locator('input[type=text]').first().waitFor()
        await other.keyboard.type('the whole of packages/core and everything that imports it')
        await picture(other, `composer-fields-${language}-${width}-${theme}`)
        expect(await overflow(other)).toBe(0)
        await other.context().close()
      }
    })
  })
})

/** How far the page scrolls sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

async function key(client: CDPSession, letter: string): Promise<void> {
  await client.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter })
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter })
}

function enter(client: CDPSession, code = 13): Promise<void> {
  return raw(client, 'Enter', code)
}

/** A key with the code that an input method gives it, or its own. */
async function raw(client: CDPSession, name: string, code: number): Promise<void> {
  const keyed = { key: name, code: name, windowsVirtualKeyCode: code }
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...keyed })
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keyed })
}
