import { chmodSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createWorld, type World } from './world.ts'

let world: World
afterEach(() => world.remove())

const settings = '~/.config/skillet/settings.json'

test.skipIf(process.platform === 'win32')(
  'run and doctor say that others may read a key, and what to type',
  async () => {
    world = createWorld({ columns: 300 })
    world.skill('.agents/skills', 'pdf')
    const file = world.write(settings, '{"providers":{"mine":{"apiKey":"sk-secret"}}}')
    chmodSync(file, 0o644)
    const words = ['run', '--trust', '--dry-run', 'pdf']
    for (const { screen } of [await world.run(...words), await world.run('doctor')]) {
      expect(screen).toContain(`chmod 600 ${file}`)
      expect(screen).not.toContain('sk-secret')
    }
    chmodSync(file, 0o600)
    expect((await world.run(...words)).screen).not.toContain('chmod')
    expect((await world.run('doctor')).screen).not.toContain('chmod')
  },
)
