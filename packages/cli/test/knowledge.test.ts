import { afterEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from './world.ts'

let world: World
afterEach(() => world.remove())

function open(): World {
  world = createWorld()
  world.write('docs/deploy.md', '# Deploy\n\nPush the release tag.\n')
  world.write('~/notes/soup.md', 'A tomato soup needs salt.\n')
  return world
}

const ask = (text: string, ...flags: string[]) =>
  world.run('prompt', '--model', 'guided', ...flags, text)

describe('the setting `knowledge`', () => {
  it('of a person: passages for the message are shown first, with their place and size', async () => {
    open().write('~/.config/skillet/settings.json', '{ "knowledge": ["~/notes"] }')
    const { stdout, stderr } = await ask('how do I make tomato soup?')
    expect(stdout).toMatch(/^━━ Knowledge · \d+ tokens\n/u)
    expect(stdout).toContain('[~/notes/soup.md, lines 1–1]')
    expect(stdout).toContain('A tomato soup needs salt.')
    expect(stderr).toBe('')
    const json = JSON.parse((await ask('how do I make tomato soup?', '--json')).stdout)
    expect(json.sections[0]).toMatchObject({ kind: 'knowledge', title: 'Knowledge' })
    expect(json.system.startsWith(json.sections[0].text)).toBe(true)
  })

  it('threat T2: of a project counts once it is trusted, and reaches nothing outside of it', async () => {
    open().write('.skillet/settings.json', '{ "knowledge": ["../docs"] }')
    expect((await ask('push a release')).stdout).not.toContain('Knowledge')
    const trusted = await ask('push a release', '--trust')
    expect(trusted.stdout).toContain('[docs/deploy.md, lines 3–3: Deploy]')
    world.write('.skillet/settings.json', '{ "knowledge": ["../../home/notes", "~/notes"] }')
    const outside = await ask('tomato soup', '--trust')
    expect(outside.stdout).not.toContain('Knowledge')
    expect(outside.stderr).toContain('leads out')
  })

  it('doctor says what of it cannot be used', async () => {
    open().write('docs/plan.pdf', '%PDF-1.7\n\u0000')
    world.write('docs/.env', 'KEY=1')
    const knowledge = ['nowhere', 'docs/plan.pdf', 'docs/.env', 'docs/*.rst', 'docs/deploy.md']
    const paths = knowledge.map((path) => `${world.cwd}/${path}`)
    world.write('~/.config/skillet/settings.json', JSON.stringify({ knowledge: paths }))
    const { checks } = JSON.parse((await world.run('doctor', '--json')).stdout)
    const told = checks.filter(({ area }: { area: string }) => area === 'Knowledge')
    expect(told.map((one: { detail: string }) => one.detail)).toEqual([
      expect.stringMatching(/nowhere" is not there/u),
      expect.stringMatching(/\.env" is a file that may hold secrets/u),
      expect.stringMatching(/\*\.rst" names no file/u),
      expect.stringMatching(/plan\.pdf" is no text/u),
    ])
    world.write('~/.config/skillet/settings.json', JSON.stringify({ knowledge: paths.slice(4) }))
    expect((await world.run('doctor')).stdout).toMatch(/✓ `knowledge` of the settings\s+read/u)
    world.write('~/.config/skillet/settings.json', '{}')
    expect((await world.run('doctor')).stdout).not.toContain('Knowledge')
  })

  it('says what is not there, and never reads the settings themselves', async () => {
    open().write(
      '~/.config/skillet/settings.json',
      '{ "knowledge": ["nowhere", "."], "providers": { "x": { "apiKey": "tomato-key" } } }',
    )
    const { stdout, stderr } = await ask('what is the tomato apiKey of providers?')
    expect(stderr).toContain('The knowledge "nowhere" is not there.')
    expect(stdout).not.toContain('tomato-key')
  })
})
