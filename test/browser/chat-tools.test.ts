import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { card, last, messages, say } from './talk.ts'
import { axe, gate, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

/** The smallest PNG: one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.skipIf(!hasBrowser)('tool calls in the browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      settings: {
        permissions: { allow: ['bash', 'edit'], deny: ['bash(forbidden *)'] },
        sandbox: 'off',
      },
    })
    await world.write('a.txt', 'one\ntwo\nthree\n')
    await world.write('b.txt', 'b')
    await world.write('c.txt', 'c')
  }, startMs)
  afterAll(() => world?.close())

  it('prepares, runs with its last lines and the time, and is done', async () => {
    const input = gate()
    world.provider.script(async ({ beginCall }) => {
      const finish = beginCall('bash')
      await input.opened
      finish({
        command:
          'for i in $(seq 30); do echo "line $i"; done; while [ ! -e go ]; do sleep 0.05; done; echo end',
      })
    }, 'All done.')
    const page = await world.open()
    await say(page, 'Run it')
    await card(page, 'preparing', 'bash').waitFor()
    input.open()
    const running = card(page, 'running', /bash.*for i in/u)
    await running.getByText('line 30').waitFor()
    const shown = await running.getByRole('region', { name: 'Output' }).textContent()
    expect(shown?.split('\n')).toHaveLength(12)
    await running.getByText(/^\d+(?:\.\d)?\s?s$/u).waitFor()
    await page.getByRole('status').getByText('Running bash').waitFor({ state: 'attached' })
    await picture(page, 'tool-running')
    expect(await axe(page)).toEqual([])
    await world.write('go', '')
    await last(page).getByText('All done.').waitFor()
    const done = card(page, 'done', 'for i in')
    expect(await done.getByRole('region', { name: 'Output' }).count()).toBe(0)
    await done.getByRole('button').first().click()
    await done.getByText('line 1\n').first().waitFor()
    await page.context().close()
  })

  it('a failed call is open, with its exit code and its last lines', async () => {
    world.provider.script(({ call }) => call('bash', { command: 'seq 40; exit 3' }), 'It failed.')
    const page = await world.open()
    await say(page, 'Fail')
    await last(page).getByText('It failed.').waitFor()
    const failed = card(page, 'failed', 'seq 40')
    await failed.getByText('Exit code 3').first().waitFor()
    await failed.getByText(/The last 12 of \d+ lines/u).waitFor()
    await failed.getByRole('button', { name: 'Show the whole output' }).click()
    await failed.getByText('1\n2\n3\n').waitFor()
    await picture(page, 'tool-failed')
    await page.context().close()
  })

  it('a call that a rule forbids is refused, and says by which', async () => {
    world.provider.script(({ call }) => call('bash', { command: 'forbidden it' }), 'Well.')
    const page = await world.open()
    await say(page, 'Do it')
    await last(page).getByText('Well.').waitFor()
    const refused = card(page, 'refused', 'forbidden it')
    await refused.getByText(/^A rule refused this: .*bash\(forbidden \*\)/u).waitFor()
    await page.context().close()
  })

  it('Stop on a running call stops it with its answer', async () => {
    world.provider.script(({ call }) => call('bash', { command: 'echo begun; sleep 60' }))
    const page = await world.open()
    await say(page, 'Sleep')
    const running = card(page, 'running', 'sleep 60')
    await running.getByText('begun').last().waitFor()
    await running.getByRole('button', { name: 'Stop' }).click()
    await card(page, 'stopped', 'sleep 60').waitFor()
    await last(page).getByText('You stopped this answer.').waitFor()
    await page.context().close()
  })

  it('neighbouring finished reads and searches are one line', async () => {
    world.provider.script(
      ({ call }) => {
        call('read', { path: 'a.txt' })
        call('read', { path: 'b.txt' })
      },
      ({ call }) => call('grep', { pattern: 'two' }),
      'Read.',
    )
    const page = await world.open()
    await say(page, 'Read')
    await last(page).getByText('Read.', { exact: true }).waitFor()
    const line = last(page).getByRole('button', { name: 'Read 2 files, searched once' })
    await line.click()
    expect(await card(page, 'done', /^/u).count()).toBe(3)
    await page.context().close()
  })

  it('an edit shows its diff, with plus and minus', async () => {
    world.provider.script(
      ({ call }) => call('edit', { path: 'a.txt', oldText: 'two', newText: 'zwei' }),
      'Edited.',
    )
    const page = await world.open()
    await say(page, 'Edit')
    await last(page).getByText('Edited.').waitFor()
    const done = card(page, 'done', 'a.txt')
    await picture(page, 'tool-diff')
    await done.getByText('+1').waitFor()
    await done.getByRole('button').first().click()
    const lines = await done.textContent()
    expect(lines).toMatch(/-\s*two/u)
    expect(lines).toMatch(/\+\s*zwei/u)
    await picture(page, 'tool-diff')
    await page.context().close()
  })

  it('an image that a tool read is shown out of the store', async () => {
    const image = { mediaType: 'image/png', base64: pixel }
    const result = { kind: 'outcome', outcome: { ok: true, text: 'An image', image } } as const
    const call = {
      type: 'tool',
      callId: 'c',
      tool: 'read',
      input: { path: 'a.png' },
      result,
    } as const
    await world.seed(async (store) => {
      await store.create({ id: 'seen', workspace: world.cwd, now: 1 })
      await store.put('seen', {
        id: 'asked',
        role: 'user',
        parts: [{ type: 'text', text: 'Look' }],
        createdAt: 1,
      })
      await store.put('seen', {
        id: 'answered',
        role: 'assistant',
        parts: [{ type: 'step', model: 'scripted/scripted' }, call],
        createdAt: 2,
        end: { reason: 'done' },
      })
    })
    const page = await world.open({ path: '/c/seen' })
    await card(page, 'done', 'a.png').getByRole('button').first().click()
    const shown = page.getByRole('img', { name: 'Image that the tool read' })
    await shown.waitFor()
    expect(await shown.getAttribute('src')).toMatch(/^blob:/u)
    expect(await shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1)
    await page.context().close()
  })

  it('thoughts are folded', async () => {
    world.provider.script(({ think, say }) => {
      think('First I think.')
      say('Then I speak.')
    })
    const page = await world.open()
    await say(page, 'Think')
    await last(page).getByText('Then I speak.').waitFor()
    const thoughts = last(page).getByText('First I think.')
    expect(await thoughts.isVisible()).toBe(false)
    await last(page).getByText('Thoughts').click()
    await thoughts.waitFor()
    await page.context().close()
  })

  it('a call that was cut short by the end of Skillet is interrupted, and can be tried again', async () => {
    world.provider.script(({ call }) => call('bash', { command: 'echo begun; sleep 50' }))
    const page = await world.open()
    await say(page, 'Sleep long')
    await card(page, 'running', 'sleep 50').getByText('begun').last().waitFor()
    const address = new URL(page.url()).pathname
    await page.context().close()
    await world.kill()
    await world.start()
    const after = await world.open({ path: address })
    await messages(after).first().waitFor()
    await picture(after, 'tool-interrupted')
    await card(after, 'interrupted', 'sleep 50').getByText('Interrupted, outcome unknown').waitFor()
    await last(after)
      .getByText(/^This answer was interrupted/u)
      .waitFor()
    world.provider.script('Now it is done.')
    await last(after).getByRole('button', { name: 'Try again' }).click()
    await last(after).getByText('Now it is done.').waitFor()
    await after.context().close()
  })
})
