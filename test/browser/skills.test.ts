import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sentences } from '@skillet/language'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sideways } from './layout.ts'
import { last, say } from './talk.ts'
import { axe, hasBrowser, openWorld, picture, startMs, type World } from './world.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'List of skills' }).getByRole('link')
const toggle = (page: Page, state: string) =>
  page.getByRole('group', { name: 'States to show' }).getByRole('button', { name: state })

/** One skill of each state; two of them with a fault in their file. */
async function fill(world: World): Promise<void> {
  await world.skill('~/.agents/skills', 'review', {
    description: 'Looks at a change and names what is wrong with it.',
    fields:
      'argument-hint: <file> [depth]\nlicense: MIT\nhooks:\n  preExecute: Read the file first.',
    body: '# Review\n\nRead the change **closely**.\n\n1. Look for faults\n2. Name them',
  })
  await world.write('~/.agents/skills/review/notes/style.md', 'Be kind.\n')
  await world.skill('~/.claude/skills', 'review', { description: 'An older one.' })
  await world.skill('.agents/skills', 'deploy', {
    description: 'Ships the site.',
    fields: 'allowed-tools: Bash(git:*)',
    body: 'Run scripts/ship.sh.',
  })
  await world.write('.agents/skills/deploy/scripts/ship.sh', '#!/bin/sh\necho shipped\n')
  await world.skill('~/.agents/skills', 'quiet', { description: 'Says nothing.' })
  await world.write(
    '~/.agents/skills/broken/SKILL.md',
    '---\nname: broken\nDescription: Never read\ndescription:\n---\nNever read.\n',
  )
  await world.write('~/.agents/skills/.ignore', 'later/\n')
  await world.skill('~/.agents/skills', 'later', { description: 'Not yet.' })
  await world.skill('~/.agents/skills', '审查代码', { description: '检查代码并指出问题。' })
}

describe.skipIf(!hasBrowser)('the skills page', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ settings: { disabled: ['quiet'] } })
    await fill(world)
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  it('shows every state with its count, and keeps the filter in the address', async () => {
    const page = await world.open({ path: '/skills' })
    await rows(page).first().waitFor()
    for (const state of ['Loaded', 'Shadowed', 'Untrusted', 'Disabled', 'Invalid', 'Ignored']) {
      expect(await toggle(page, state).textContent(), state).toMatch(/[1-9]\d*$/u)
    }
    await picture(page, 'skills-list')
    await toggle(page, 'Invalid').click()
    await toggle(page, 'Untrusted').click()
    await page.waitForURL(/state=untrusted%2Cinvalid/u)
    expect(await rows(page).count()).toBe(2)
    await page.reload()
    await rows(page).first().waitFor()
    expect(await rows(page).count()).toBe(2)
    await page.getByRole('searchbox', { name: 'Search skills' }).fill('ships')
    await page
      .getByRole('main')
      .getByText(/^1 of \d+ skills$/u)
      .waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL(/\/skills$/u)
    await page.context().close()
  })

  it('shows everything about one skill, and why a broken one cannot be called', async () => {
    const page = await world.open({ path: '/skills' })
    await rows(page).filter({ hasText: 'Looks at a change' }).click()
    const details = page.getByRole('region', { name: 'Details of review' })
    await details.getByText('<file> [depth]').waitFor()
    await picture(page, 'skills-about')
    await details.getByRole('tab', { name: 'Instructions' }).click()
    await details.getByText('Read the change **closely**.').waitFor()
    await details.getByRole('button', { name: 'Formatted' }).click()
    await details.locator('strong', { hasText: 'closely' }).waitFor()
    await details.getByRole('tab', { name: 'Files' }).click()
    await details.getByRole('button', { name: 'notes/style.md' }).click()
    await details.getByText('Be kind.').waitFor()
    await details.getByRole('tab', { name: 'Why' }).click()
    expect(await details.getByRole('listitem').count()).toBeGreaterThan(2)

    await toggle(page, 'Invalid').click()
    await rows(page).filter({ hasText: 'broken' }).click()
    const broken = page.getByRole('region', { name: 'Details of broken' })
    await broken.getByRole('tab', { name: 'Diagnostics' }).click()
    await broken.locator('mark').first().waitFor()
    await broken.getByText('What to do').first().waitFor()
    await picture(page, 'skills-diagnostics')
    expect(page.url()).toContain('tab=diagnostics')
    await page.context().close()
  })

  it('is used by keyboard alone', async () => {
    const page = await world.open({ path: '/skills?state=loaded' })
    await rows(page).first().waitFor()
    await rows(page).first().focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '')
    expect(name).toBe(await rows(page).nth(1).textContent())
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: /^Details of/u }).waitFor()
    // One step of Tab leaves the list, however long it is.
    await page.keyboard.press('Tab')
    const left = await page.evaluate(
      () => document.activeElement?.closest('ul') === null || document.activeElement === null,
    )
    expect(left).toBe(true)
    await page.context().close()
  })

  it('puts a skill into the composer', async () => {
    const page = await world.open({ path: '/skills?state=loaded&q=looks' })
    await rows(page).first().click()
    await page.getByRole('button', { name: 'Use review in the conversation' }).click()
    await page.waitForURL(/\/c\//u)
    await page
      .getByRole('main')
      .getByRole('group', { name: /^Skill review/u })
      .waitFor()
    await page.context().close()
  })

  it('disables and enables everywhere, and every page hears of it', async () => {
    const path = encodeURIComponent(join(world.home, '.agents/skills/审查代码/SKILL.md'))
    const page = await world.open({ path: `/skills?skill=${path}` })
    const other = await world.open({ path: '/skills?state=disabled' })
    await rows(other).first().waitFor()
    const before = await rows(other).count()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Everywhere' }).click()
    await rows(other).filter({ hasText: '审查代码' }).waitFor()
    expect(await rows(other).count()).toBe(before + 1)
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Everywhere' }).click()
    await page.getByRole('button', { name: 'Disable', exact: true }).waitFor()
    await rows(other).filter({ hasText: '审查代码' }).waitFor({ state: 'detached' })
    await page.context().close()
    await other.context().close()
  })

  it('follows a file that is saved, while its details are open', async () => {
    const file = await world.skill('~/.agents/skills', 'moving', { description: 'As it was.' })
    const page = await world.open({ path: '/skills?q=moving' })
    await rows(page).first().click()
    const details = page.getByRole('region', { name: 'Details of moving' })
    await details.getByText('As it was.').waitFor()
    await writeFile(file, '---\nname: moving\ndescription: As it is now.\n---\nGo.\n')
    await details.getByText('As it is now.').waitFor()
    await rows(page).filter({ hasText: 'As it is now.' }).waitFor()
    await writeFile(file, '---\nname: moving\ndescription:\n---\nGo.\n')
    await details.getByText('Invalid', { exact: true }).waitFor()
    await rm(join(world.home, '.agents/skills/moving'), { recursive: true })
    await page.getByText('This skill is not there any more').waitFor()
    await page.context().close()
  })

  it('asks for trust with everything on screen, Cancel focused, by keyboard', async () => {
    const page = await world.open({ path: '/skills?state=untrusted' })
    await rows(page).filter({ hasText: 'deploy' }).click()
    await page.getByRole('button', { name: 'Trust…' }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('scripts/ship.sh').first().waitFor()
    await dialog.getByText('Bash(git:*)').waitFor()
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await cancel.and(page.locator(':focus')).waitFor()
    await picture(page, 'skills-trust')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'scripts/ship.sh 23 B' }).press('Enter')
    await dialog.getByText('echo shipped').waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Untrusted', { exact: true }).first().waitFor()

    await page.getByRole('button', { name: 'Trust…' }).press('Enter')
    await dialog.getByRole('button', { name: 'Trust what is shown' }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByRole('region', { name: 'Details of deploy' })
      .getByText('Loaded', { exact: true })
      .waitFor()
    await page.context().close()
  })

  it('asks anew after a change, and shows the change alone', async () => {
    await world.write('.agents/skills/deploy/scripts/ship.sh', '#!/bin/sh\necho other\n')
    const path = encodeURIComponent(join(world.cwd, '.agents/skills/deploy/SKILL.md'))
    const page = await world.open({ path: `/skills?skill=${path}` })
    await page.getByRole('button', { name: 'Trust…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Changed since you decided').waitFor()
    await dialog
      .getByText(/deploy\/scripts\/ship\.sh$/u)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'As it is now' }).click()
    await dialog.getByText('echo other').waitFor()
    await picture(page, 'skills-trust-changed')
    expect(await axe(page)).toEqual([])
    // It changes once more while the person reads: what was shown is not what would be trusted.
    await world.write('.agents/skills/deploy/scripts/ship.sh', '#!/bin/sh\necho third\n')
    await dialog.getByRole('button', { name: 'Trust what is shown' }).click()
    await dialog.getByText('Files changed while you were deciding', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('region', { name: 'Details of deploy' })
      .getByText('Untrusted', { exact: true })
      .waitFor()
    await page.context().close()
  })

  it.each([
    { width: 1440, theme: 'light', language: 'en' },
    { width: 360, theme: 'dark', language: 'zh' },
  ] as const)('trusts a folder of one’s own, changes included, at $width', async (options) => {
    const words = sentences(options.language).skills
    const path = join(world.cwd, '.agents/skills/deploy/SKILL.md')
    await world.write('.agents/skills/deploy/scripts/ship.sh', `echo ${options.width}\n`)
    const page = await world.open({ path: `/skills?skill=${encodeURIComponent(path)}`, ...options })
    const details = page.getByRole('region', { name: words.detailsOf('deploy') })
    const state = (name: 'loaded' | 'untrusted') =>
      details.getByText(words.state[name], { exact: true }).waitFor()
    const dialog = page.getByRole('alertdialog')
    await details.getByRole('button', { name: words.trust }).click()
    await dialog.getByRole('button', { name: words.trustYes }).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    await picture(page, `skills-trust-${options.width}-${options.theme}-${options.language}`)
    await dialog.getByRole('button', { name: words.trustMine }).click()
    await dialog.waitFor({ state: 'hidden' })
    await state('loaded')

    await world.skill('.agents/skills', 'deploy', { description: `Ships at ${options.width}.` })
    await details.getByText(`Ships at ${options.width}.`).waitFor()
    await state('loaded')

    await details.getByRole('button', { name: words.trust }).click()
    await dialog.getByText(words.trustMineHelp).waitFor()
    await dialog.getByRole('button', { name: words.trustNo }).click()
    await dialog.waitFor({ state: 'hidden' })
    await state('untrusted')
    await page.context().close()
  })

  it('disables and enables in this project', async () => {
    const path = encodeURIComponent(join(world.home, '.agents/skills/审查代码/SKILL.md'))
    const page = await world.open({ path: `/skills?skill=${path}` })
    const details = page.getByRole('region', { name: /^Details of/u })
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('menuitem', { name: 'In this project' }).click()
    await details.getByText('Disabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByRole('menuitem', { name: 'In this project' }).click()
    await details.getByText('Loaded', { exact: true }).waitFor()
    await page.context().close()
  })

  it.each([
    { width: 1440, theme: 'light', language: 'en' },
    { width: 768, theme: 'dark', language: 'zh' },
    { width: 360, theme: 'light', language: 'zh' },
    { width: 320, theme: 'dark', language: 'en' },
  ] as const)('breaks no rule at $width in $theme, $language', async (options) => {
    const page = await world.open({ path: '/skills', ...options })
    const list = page.getByRole('main').getByRole('list').first()
    await list.getByRole('link').first().waitFor()
    await picture(page, `skills-${options.width}-${options.theme}-${options.language}`)
    expect(await axe(page)).toEqual([])
    await list.getByRole('link').first().click()
    await page.getByRole('tab').first().waitFor()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      expect(await axe(page)).toEqual([])
    }
    await picture(page, `skills-details-${options.width}-${options.theme}-${options.language}`)
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await page.context().close()
  })
})

describe.skipIf(!hasBrowser)('ten thousand skills on the page', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    for (let first = 0; first < 10_000; first += 500) {
      const some = Array.from({ length: 500 }, (_, at) => first + at)
      await Promise.all(
        some.map((at) =>
          world.skill('~/.agents/skills', `skill-${String(at).padStart(5, '0')}`, {
            description: `Does the work of number ${at}, with enough words to be a description.`,
          }),
        ),
      )
    }
    await world.stop()
    await world.start()
  }, startMs)
  afterAll(() => world?.close())

  it('filter and scroll with no more rows on the page than can be seen', async () => {
    const page = await world.open({ path: '/skills' })
    const drawn = () => rows(page).count()
    await rows(page).first().waitFor()
    expect(await drawn()).toBeLessThan(60)
    await page.getByRole('searchbox', { name: 'Search skills' }).pressSequentially('number 99')
    await page
      .getByRole('main')
      .getByText(/^\d+ of 10,0\d\d skills$/u)
      .waitFor()
    expect(await drawn()).toBeLessThan(60)
    await page.getByRole('searchbox', { name: 'Search skills' }).fill('')
    await rows(page).first().focus()
    await page.keyboard.press('End')
    await rows(page).filter({ hasText: 'skill-09999' }).waitFor()
    expect(await drawn()).toBeLessThan(60)
    await page.context().close()
  })

  it('are reached from a request by what its catalogue did with them', async () => {
    world.provider.script('Hello.')
    const page = await world.open()
    await say(page, 'Hello')
    await last(page).getByText('Hello.').waitFor()
    await page.keyboard.press('Control+i')
    const counts = page
      .getByRole('complementary')
      .getByRole('link', { name: /^(?:shortened|left out) / })
    const text = (await counts.first().textContent()) ?? ''
    const count = text.replace(/^\D+/u, '')
    await counts.first().click()
    await page.waitForURL(/\/skills\?catalogue=/u)
    await page
      .getByRole('main')
      .getByText(new RegExp(`^${count} of 10,`, 'u'))
      .waitFor()
    await page.reload()
    await page
      .getByRole('main')
      .getByText(new RegExp(`^${count} of 10,`, 'u'))
      .waitFor()
    await page.context().close()
  })
})
