import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { card, last, say } from './talk.ts'
import { axe, gate, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const group = (page: Page, sentence: string | RegExp) =>
  page.locator('[data-approval]').filter({ hasText: sentence })

/** Long enough in view and still, by the page's own clock: a button that is ready says so. */
const ready = (page: Page, name: string) =>
  page
    .locator('[data-approval] button:not([aria-disabled])')
    .filter({ hasText: name })
    .first()
    .waitFor()

describe.skipIf(!hasBrowser)('approvals in the browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { sandbox: 'off' } })
    await world.write('fence.ts', 'export const open = 1\nexport const close = 2\n')
  }, startMs)
  afterAll(() => world?.close())

  /** A page on which a command waits. */
  async function asking(command: string, answer = 'Done.', options = {}): Promise<Page> {
    world.provider.script(({ call }) => call('bash', { command }), answer)
    const page = await world.open(options)
    await say(page, 'Run it')
    await group(page, 'Run a command').waitFor()
    return page
  }

  it('says what, who, where and the whole command, and nothing in it has the focus', async () => {
    const page = await asking('touch once.txt')
    const asked = group(page, 'Run a command')
    const text = (await asked.textContent()) ?? ''
    const order = [
      'Waiting for you',
      'Run a command',
      'Asked by',
      'Where',
      world.cwd,
      'without a sandbox',
      'touch once.txt',
      'Allow once',
      'For this turn',
      'Always…',
      'No…',
    ]
    const places = order.map((part) => text.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(await asked.evaluate((it) => it.contains(document.activeElement))).toBe(false)
    await page
      .getByRole('alert')
      .getByText('Skillet asks to run a command. Ctrl+J to look')
      .waitFor({ state: 'attached' })
    expect(await axe(page)).toEqual([])
    await picture(page, 'approval')
    await ready(page, 'Allow once')
    await asked.getByRole('button', { name: 'Allow once' }).click()
    await last(page).getByText('Done.').waitFor()
    await last(page)
      .getByText(/^Allowed once, \d\d:\d\d$/u)
      .waitFor()
    expect(await page.getByRole('alert').getByText('Skillet asks').count()).toBe(0)
    expect(await readFile(join(world.cwd, 'once.txt'), 'utf8')).toBe('')
    await page.context().close()
  })

  it('is closed by Stop, and the call is shown as stopped: nobody refused it', async () => {
    const page = await asking('touch never.txt')
    await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    await last(page).getByText('You stopped this answer.').waitFor()
    await last(page).getByText('It was stopped with the answer').waitFor()
    expect(await page.locator('[data-tool-state="refused"]').count()).toBe(0)
    expect(await last(page).getByText('The turn was stopped').count()).toBe(0)
    await page.context().close()
  })

  it('a click within 500 ms of coming into view does nothing', async () => {
    const page = await asking('echo early > early.txt')
    const button = group(page, 'Run a command').getByRole('button', { name: 'Allow once' })
    // Pressed from inside the page as soon as the button is there, and again whenever it moves.
    const early = await page.evaluate(() => {
      const made = performance.now()
      const find = () =>
        [...document.querySelectorAll<HTMLElement>('[data-approval] button')].find((it) =>
          it.textContent?.includes('Allow once'),
        )
      const region = document.querySelector<HTMLElement>('[data-scrolls]')
      return new Promise<number>((resolve) => {
        const timer = setInterval(() => {
          // A pixel to and fro: what moves never becomes ready.
          if (region !== null)
            region.style.paddingTop = region.style.paddingTop === '4px' ? '8px' : '4px'
          find()?.click()
          if (performance.now() - made < 1500) return
          clearInterval(timer)
          resolve(document.querySelectorAll('[data-approval]').length)
        }, 100)
      })
    })
    expect(early).toBe(1)
    await ready(page, 'Allow once')
    await button.click()
    await last(page).getByText('Done.').waitFor()
    await page.context().close()
  })

  it('Y, T, A and N answer with the focus inside, and never elsewhere', async () => {
    const page = await asking('echo keys > keys.txt')
    await ready(page, 'Allow once')
    const box = page.getByRole('main').locator('textarea').last()
    await box.pressSequentially('y t a n')
    expect(await box.inputValue()).toBe('y t a n')
    await group(page, 'Run a command').waitFor()
    await page.keyboard.press('Control+j')
    const asked = group(page, 'Run a command')
    expect(await asked.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+j')
    expect(await box.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+j')
    await ready(page, 'Allow once')
    await page.keyboard.press('y')
    await last(page).getByText('Done.').waitFor()
    await last(page)
      .getByText(/^Allowed once/u)
      .waitFor()
    // Nothing waits any more: the focus is in the text.
    await expect.poll(() => box.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.context().close()
  })

  it('No… takes a reason, which the model reads', async () => {
    const page = await asking('rm -rf build', 'I see.')
    await page.keyboard.press('Control+j')
    await ready(page, 'No…')
    await page.keyboard.press('n')
    const reason = page.getByRole('textbox', { name: 'Why not?' })
    await reason.pressSequentially('the tests ytan need it')
    await reason.press('Enter')
    await last(page).getByText('I see.').waitFor()
    await last(page)
      .getByText(/^Not allowed, \d\d:\d\d: the tests ytan need it$/u)
      .waitFor()
    await card(page, 'refused', 'rm -rf build').waitFor()
    expect(JSON.stringify(world.provider.requests.at(-1)?.messages)).toContain(
      'the tests ytan need it',
    )
    await page.context().close()
  })

  it('Always… shows the exact rule and its file before anything is kept', async () => {
    const page = await asking('echo always', 'Kept.')
    const asked = group(page, 'Run a command')
    await ready(page, 'Always…')
    await asked.getByRole('button', { name: 'Always…' }).click()
    const form = asked.getByRole('group', { name: 'Always allow exactly this, in this folder' })
    await form.getByText('bash(echo always)', { exact: true }).waitFor()
    await form.getByText(/^\/.*\.json$/u).waitFor()
    await picture(page, 'approval-always')
    await page.keyboard.press('Escape')
    await asked.getByRole('button', { name: 'Always…' }).waitFor()
    await ready(page, 'Always…')
    await asked.getByRole('button', { name: 'Always…' }).click()
    await ready(page, 'Keep the rule and allow')
    await form.getByRole('button', { name: 'Keep the rule and allow' }).click()
    await last(page).getByText('Kept.').waitFor()
    world.provider.script(({ call }) => call('bash', { command: 'echo always' }), 'Not asked.')
    await say(page, 'Again')
    await last(page).getByText('Not asked.').waitFor()
    expect(
      await last(page)
        .getByText(/^Allowed/u)
        .count(),
    ).toBe(0)
    await page.context().close()
  })

  it('threat E5: characters that hide are shown as their codes, and it is said', async () => {
    const page = await asking('echo a\u202eb\u200b && true\rrm x')
    const asked = group(page, 'Run a command')
    await asked.getByText('echo a⟨U+202E⟩b⟨U+200B⟩ && true⟨U+000D⟩rm x').waitFor()
    await asked
      .getByText(/^Some of its characters do not show.*⟨U\+202E⟩ ⟨U\+200B⟩ ⟨U\+000D⟩/u)
      .waitFor()
    await picture(page, 'approval-hidden')
    await page.context().close()
  })

  it('threat E5: a text that is longer than its box must be seen to its end first', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `echo step ${at}`).join('\n')
    const page = await asking(`${lines}\necho long > long.txt`, 'Done.', {
      width: 360,
      height: 800,
    })
    const asked = group(page, 'Run a command')
    await asked.getByText('Scroll to the end of the text to answer').waitFor()
    await ready(page, 'No…')
    const yes = asked.getByRole('button', { name: 'Allow once' })
    expect(await yes.getAttribute('aria-disabled')).toBe('true')
    await picture(page, 'approval-long-360')
    expect(await axe(page)).toEqual([])
    await yes.click({ force: true })
    await asked.focus()
    await page.keyboard.press('y')
    await asked
      .getByRole('region', { name: 'The whole command' })
      .evaluate((it) => it.scrollTo(0, it.scrollHeight))
    await ready(page, 'Allow once')
    await yes.click()
    await last(page).getByText('Done.').waitFor()
    await page.context().close()
  })

  it('a waiting card that is out of sight has a pill that leads to it', async () => {
    const asks = gate()
    world.provider.script(async ({ say: write, call }) => {
      write('A line to fill the page.\n\n'.repeat(60))
      await asks.opened
      call('bash', { command: 'echo far' })
    }, 'Done.')
    const page = await world.open({ height: 600 })
    await say(page, 'Go on')
    await last(page).getByText('A line to fill the page.').nth(59).waitFor()
    await page.getByRole('region', { name: 'Messages' }).hover()
    await page.mouse.wheel(0, -900)
    asks.open()
    const pill = page.getByRole('button', { name: /^1 waits for you/u })
    await pill.waitFor()
    await picture(page, 'approval-pill')
    await pill.click()
    await pill.waitFor({ state: 'detached' })
    await ready(page, 'Allow once')
    await page.keyboard.press('y')
    await last(page).getByText('Done.').waitFor()
    await page.context().close()
  })

  it('an edit shows its diff, and another page hears of the answer', async () => {
    world.provider.script(
      ({ call }) => call('edit', { path: 'fence.ts', oldText: 'open = 1', newText: 'open = 10' }),
      'Edited.',
    )
    const page = await world.open({ theme: 'dark' })
    await say(page, 'Edit it')
    const asked = group(page, 'Edit fence.ts')
    await asked.getByText('export const open = 10').waitFor()
    await picture(page, 'approval-edit-dark')
    expect(await axe(page)).toEqual([])
    const other = await world.open({ path: new URL(page.url()).pathname })
    await group(other, 'Edit fence.ts').waitFor()
    await other.getByRole('heading', { name: 'Edit fence.ts +1 -1', exact: true }).waitFor()
    await ready(page, 'For this turn')
    await asked.getByRole('button', { name: 'For this turn' }).click()
    await last(other)
      .getByText(/^Allowed for this turn/u)
      .waitFor()
    expect(await group(other, 'Edit fence.ts').count()).toBe(0)
    await other.context().close()
    await page.context().close()
  })

  it('several of one step are one list, and alike ones can be allowed together once all were seen', async () => {
    const page = await world.open({ height: 1600 })
    await page.route('**/api/conversations/several', (route) => route.fulfill({ json: several() }))
    const given: unknown[] = []
    await page.route('**/api/conversations/several/approvals/*', (route) => {
      given.push(route.request().postDataJSON())
      return route.fulfill({ status: 204 })
    })
    // A move within the page keeps what is routed.
    await page.evaluate(() => {
      history.pushState(null, '', '/c/several')
    })
    await page.getByText('3 calls wait for you').waitFor()
    expect(await page.locator('[data-approval]').count()).toBe(3)
    const all = page.getByRole('button', { name: 'Allow these 3 edits once' })
    await all.click({ force: true })
    expect(given).toEqual([])
    await page
      .locator('button:not([aria-disabled])', { hasText: 'Allow these 3 edits once' })
      .waitFor()
    await picture(page, 'approval-several')
    await all.click()
    await expect
      .poll(() => given)
      .toEqual(['d1', 'd2', 'd3'].map((digest) => ({ decision: 'once', digest })))
    await page.context().close()
  })

  it('in Chinese, at 360 px, nothing is cut', async () => {
    const page = await (async () => {
      world.provider.script(({ call }) => call('bash', { command: 'echo 你好' }), '好了。')
      const opened = await world.open({ language: 'zh', width: 360, height: 800, theme: 'dark' })
      await say(opened, '运行')
      await group(opened, '运行一条命令').waitFor()
      return opened
    })()
    const cut = await page
      .locator('[data-approval] button')
      .evaluateAll((buttons) => buttons.filter((it) => it.scrollWidth > it.clientWidth + 1).length)
    expect(cut).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await picture(page, 'approval-zh-360')
    await page.context().close()
  })
})

/** A conversation in which three edits of one step wait, as the server would tell of it. */
function several() {
  const requests = [1, 2, 3].map((at) => ({
    id: `q${at}`,
    conversationId: 'several',
    messageId: 'answer',
    callId: `call${at}`,
    tool: 'edit',
    input: { path: `file${at}.ts` },
    access: { kind: 'write', paths: [`/project/file${at}.ts`] },
    workspace: '/project',
    diff: `--- a\n+++ b\n@@ -1 +1 @@\n-old ${at}\n+new ${at}\n`,
    reason: 'Writing files needs approval.',
    rule: '',
    digest: `d${at}`,
    askedAt: 1,
  }))
  const parts = requests.flatMap((request) => [
    {
      type: 'dynamic-tool',
      toolName: 'edit',
      toolCallId: request.callId,
      input: request.input,
      state: 'approval-requested',
      approval: { id: request.id },
    },
    { type: 'data-approval', id: request.id, data: { request } },
  ])
  return {
    conversation: {
      id: 'several',
      workspace: '/project',
      here: true,
      createdAt: 1,
      updatedAt: 1,
      messageCount: 1,
      state: 'waiting',
    },
    messages: [{ id: 'answer', role: 'assistant', metadata: { createdAt: 1 }, parts }],
    later: [],
    activeSkills: [],
    running: { answerId: 'answer', here: true },
    approvals: requests,
    contextTokens: 0,
    lastEventId: '',
  }
}
