import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pathAccess } from '../tools/paths.ts'
import { skillAt, workspaceFixture } from '../tools/workspace-fixture.ts'
import { allowsCall, forbiddenBy, restrictionsOf, toolPool, unknownTools } from './restriction.ts'

const names = [
  'read',
  'write',
  'edit',
  'bash',
  'grep',
  'find',
  'ls',
  'activate_skill',
  'search_skills',
]
const withTools = (...tools: string[]) => skillAt('/skills/pdf/SKILL.md', { tools })

describe("a skill's tools", () => {
  it('ancestor A: narrow the pool, and an empty list narrows nothing', () => {
    expect(toolPool(names, restrictionsOf([withTools()]))).toEqual(names)
    expect(toolPool(names, restrictionsOf([withTools('Bash', 'Glob')]))).toEqual([
      'read',
      'bash',
      'find',
      'activate_skill',
    ])
  })

  it('threat E7: are the intersection over all active skills: the pool only shrinks', () => {
    const both = restrictionsOf([withTools('bash', 'grep'), withTools('grep', 'write')])
    expect(toolPool(names, both)).toEqual(['read', 'grep', 'activate_skill'])
  })

  it('name what nobody has, for a notice', () => {
    const [restriction] = restrictionsOf([withTools('Read', 'WebFetch', 'mcp__x')])
    expect(restriction && unknownTools(restriction)).toEqual(['WebFetch', 'mcp__x'])
  })

  it('are enforced when a call arrives, each command of a line by some pattern', () => {
    using at = workspaceFixture()
    const restrictions = restrictionsOf([
      withTools('Bash(git *)', 'Bash(npm test)', 'Edit(src/**)'),
    ])
    const run = (command: string) =>
      forbiddenBy(
        restrictions,
        { tool: 'bash', input: {}, access: { kind: 'run', command, cwd: at.workspace } },
        at,
      ) === undefined
    expect(run('git status')).toBe(true)
    expect(run('git status && npm test')).toBe(true)
    // Whether it runs unasked is for the rules to say.
    expect(run('git push')).toBe(true)
    expect(run('git status && rm x')).toBe(false)
    expect(run('git log > x')).toBe(false)
    const edit = (path: string) =>
      forbiddenBy(
        restrictions,
        { tool: 'edit', input: {}, access: pathAccess('write', path, at) },
        at,
      )
    expect(edit('src/a')).toBeUndefined()
    expect(edit('lib/a')?.skill.name).toBe('pdf')
  })

  it("leave `activate_skill`, and `read` inside the skill's own folder", () => {
    using at = workspaceFixture()
    const location = join(at.home, 'skills/pdf/SKILL.md')
    at.files({ [location]: '', [join(at.home, 'skills/pdf/a.md')]: '' })
    const [restriction] = restrictionsOf([skillAt(location, { tools: ['bash'] })])
    if (restriction === undefined) throw new Error('no restriction')
    const read = (path: string) =>
      allowsCall(restriction, { tool: 'read', input: {}, access: pathAccess('read', path, at) }, at)
    expect(read('~/skills/pdf/a.md')).toBe(true)
    expect(read('src/a.ts')).toBe(false)
    const load = {
      tool: 'activate_skill',
      input: {},
      access: { kind: 'skill', name: 'x' },
    } as const
    expect(allowsCall(restriction, load, at)).toBe(true)
  })

  it('bare `Bash` lets every line through: what it may do is for the rules to say', () => {
    using at = workspaceFixture()
    const restrictions = restrictionsOf([withTools('Bash')])
    const access = { kind: 'run', command: 'npm test > out', cwd: at.workspace } as const
    expect(forbiddenBy(restrictions, { tool: 'bash', input: {}, access }, at)).toBeUndefined()
  })
})
