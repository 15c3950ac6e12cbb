import type { Message } from '@skillet/agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { last, messages, say } from './talk.ts'
import { gate, hasBrowser, openWorld, startMs, type World } from './world.ts'

const all = 1000

const markdown = (at: number) => `Answer ${at} begins here.

1. Find the **opening** line
2. Find the \`closing\` line

\`\`\`ts
export const fence${at} = '---'
\`\`\`

| Case | Before | After |
|---|---|---|
| empty | fails | passes |
`

/** Questions and answers by turns. */
function message(at: number): Message {
  const end = { end: { reason: 'done' } } as const
  const text = at % 2 === 0 ? `Question ${at}` : markdown(at)
  return {
    id: `m${at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    createdAt: at + 1,
    parts: [
      ...(at % 2 === 0 ? [] : [{ type: 'step', model: 'scripted/scripted' } as const]),
      { type: 'text', text },
    ],
    ...(at % 2 === 0 ? {} : end),
  }
}

describe.skipIf(!hasBrowser)('a conversation of 1,000 messages', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await world.seed(async (store) => {
      await store.create({ id: 'long', workspace: world.cwd, now: 1 })
      for (let at = 0; at < all; at++) await store.put('long', message(at))
    })
    // The first page of a world gets its access; what is measured comes after.
    await (await world.open()).context().close()
  }, startMs)
  afterAll(() => world?.close())

  it('shows its end at once, the rest in idle slices as plain text, Markdown where it is near', async () => {
    const page = await world.open({ path: '/c/long' })
    await last(page)
      .getByText(`Answer ${all - 1} begins here.`)
      .waitFor()
    await expect.poll(() => messages(page).count(), { timeout: 15_000 }).toBe(all)
    // Words of what is far away are there for the browser's own search, and nothing more.
    const first = messages(page).nth(1)
    expect(await first.textContent()).toContain('Answer 1 begins here.')
    expect(await first.locator('table').count()).toBe(0)
    expect(await last(page).locator('table').count()).toBe(1)

    const region = page.getByRole('region', { name: 'Messages' })
    await region.evaluate((it) => it.scrollTo(0, 0))
    await first.locator('table').waitFor()
    expect(await region.locator('table').count()).toBeLessThan(all / 10)
    await page.context().close()
  })

  it('what is read stays where it is while older messages come and turn to Markdown', async () => {
    const page = await world.open({ path: '/c/long' })
    await last(page)
      .getByText(`Answer ${all - 1} begins here.`)
      .waitFor()
    const region = page.getByRole('region', { name: 'Messages' })
    await region.hover()
    await page.mouse.wheel(0, -1500)
    await page.waitForFunction(() => {
      const it = document.querySelector('[data-scrolls]')
      return it !== null && it.scrollTop + it.clientHeight < it.scrollHeight - 1000
    })
    const moved = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-scrolls]')
      if (scroller === null) return -1
      const edge = scroller.getBoundingClientRect().top
      const read = [...scroller.querySelectorAll('article')].find(
        (it) => it.getBoundingClientRect().top >= edge,
      )
      const top = () => read?.getBoundingClientRect().top ?? -1
      let before: number | undefined
      let furthest = 0
      // Where it is painted: this observer is asked after that of the page, which moves the scroll.
      const watcher = new ResizeObserver(() => {
        before ??= top()
        furthest = Math.max(furthest, Math.abs(top() - before))
      })
      for (const content of scroller.children) watcher.observe(content)
      while (scroller.querySelectorAll('article').length < 1000) {
        await new Promise((done) => requestAnimationFrame(done))
      }
      // One frame more, whose observers are asked before the next begins.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      watcher.disconnect()
      return furthest
    })
    expect(moved).toBeLessThanOrEqual(1)
    await page.context().close()
  })

  it('an answer that streams renders its last block only', async () => {
    const more = gate()
    world.provider.script(async ({ say: write }) => {
      write(`${markdown(1)}\n\n${markdown(2)}\n\nThe last paragraph`)
      await more.opened
      for (let at = 0; at < 20; at++) write(` and ${at}`)
    })
    const page = await world.open({ path: '/c/long' })
    await say(page, 'More')
    await last(page).getByText('The last paragraph').waitFor()
    // Nodes of earlier blocks, and earlier messages, are never touched while the end grows.
    await page.evaluate(() => {
      const touched: string[] = []
      Reflect.set(window, 'touched', touched)
      const answers = document.querySelectorAll('article')
      const answer = answers[answers.length - 1]
      const growing = answer?.querySelector('.markdown')?.lastElementChild
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const node = target instanceof Element ? target : target.parentElement
          const isGrowing = growing?.contains(node) === true || node?.closest('.markdown') === null
          if (!isGrowing) touched.push(node?.outerHTML.slice(0, 80) ?? '')
        }
      }).observe(document.querySelector('[data-scrolls]') ?? document, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    more.open()
    await last(page).getByText('and 19').waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'touched'))).toEqual([])
    await page.context().close()
  })
})
