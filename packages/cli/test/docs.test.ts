import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from './world.ts'

/** Each example of `docs/command-line.md` is run, in the order of the page, and compared. */
const page = fileURLToPath(new URL('../../../docs/command-line.md', import.meta.url))
const examples = [
  ...readFileSync(page, 'utf8').matchAll(/```console\n\$ skillet (.*)\n([\s\S]*?)```/g),
]

let world: World
beforeAll(() => {
  world = createWorld()
  world.skill(
    '~/.claude/skills',
    'pdf',
    {
      description: 'Reads PDF files and fills in forms.',
      'argument-hint': '<file>',
      tools: 'read, bash',
    },
    '# Forms\n\nRead $ARGUMENTS and list its fields.',
  )
  world.write('~/.claude/skills/pdf/reference.md', 'Field types.\n')
  world.skill('.claude/skills', 'deploy', {
    description: 'Deploys this project.',
    'allowed-tools': 'Bash(git push *)',
  })
  world.write('.claude/skills/deploy/scripts/deploy.sh', 'echo deploy\n')
  world.write('~/.claude/skills/notes/SKILL.md', '---\nname: notes\n---\nTake notes.\n')
})
afterAll(() => world.remove())

it.each(examples.map(([, words = '', output = '']) => ({ words, output })))(
  'skillet $words prints what the page shows',
  async ({ words, output }) => {
    const { screen } = await world.run(...words.split(' '))
    expect(screen.replaceAll(world.cwd, '/home/ada/shop').replaceAll(world.home, '/home/ada')).toBe(
      output,
    )
  },
)

it('the page has examples', () => {
  expect(examples.length).toBeGreaterThan(6)
})
