import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { activateSkillTool } from './activate-skill.ts'
import { builtInTools, toolsForSkills } from './builtin.ts'
import { nearNames } from './near-names.ts'
import { searchSkillsTool } from './search-skills.ts'
import { skillAt, snapshotOf, workspaceFixture } from './workspace-fixture.ts'

const pdf = skillAt('/skills/pdf/SKILL.md', { description: 'Fills in PDF forms.' })
const site = skillAt('/skills/deploy-site/SKILL.md', { description: 'Publishes a website.' })
const hidden = skillAt('/skills/internal-x/SKILL.md', { modelInvocable: false })

const schemaOf = (tool: { readonly schema: z.ZodType }) =>
  z.toJSONSchema(tool.schema, { target: 'draft-7', io: 'input' })

describe('activate_skill', () => {
  it('shows the names as an enum, up to 200, and takes any text (bug 68)', () => {
    const few = activateSkillTool([pdf, site])
    expect(schemaOf(few)).toMatchObject({
      properties: { name: { type: 'string', enum: ['pdf', 'deploy-site'] } },
      required: ['name'],
    })
    expect(few.schema.parse({ name: '/PDF' })).toEqual({ name: '/PDF' })
    const many = Array.from({ length: 201 }, (_, index) => skillAt(`/skills/s${index}/SKILL.md`))
    expect(JSON.stringify(schemaOf(activateSkillTool(many)))).not.toContain('enum')
  })

  it('bug 68 wrong name: resolves /PDF, and gives near names for a miss', async () => {
    using at = workspaceFixture()
    const snapshot = snapshotOf([pdf, site, hidden])
    const context = at.context({ snapshot })
    const tool = activateSkillTool([pdf, site])
    const found = await tool.run({ name: '/PDF', arguments: ' a.pdf ' }, context)
    expect(found.activate).toEqual({ name: 'pdf', arguments: 'a.pdf', route: 'tool' })
    const missed = await tool.run({ name: 'pfd' }, context)
    expect(missed).toEqual({ ok: false, text: 'There is no skill "pfd". Near names: pdf.' })
  })

  it('bug 61 deny rules: loads no skill that it was not made with', async () => {
    using at = workspaceFixture()
    const context = at.context({ snapshot: snapshotOf([pdf, site, hidden]) })
    const tool = activateSkillTool([pdf])
    for (const name of ['deploy-site', 'internal-x', '../../etc/passwd', '/skills/deploy-site']) {
      const { ok, activate } = await tool.run({ name }, context)
      expect({ ok, activate }).toEqual({ ok: false, activate: undefined })
    }
  })

  it('names the skill it would load, for the rules', () => {
    using at = workspaceFixture()
    const context = at.context({ snapshot: snapshotOf([pdf]) })
    expect(activateSkillTool([pdf]).access({ name: '/PDF' }, context)).toEqual({
      kind: 'skill',
      name: 'pdf',
    })
  })
})

describe('search_skills', () => {
  it('finds skills by what they are for, among those that are for models', async () => {
    using at = workspaceFixture()
    const context = at.context({ snapshot: snapshotOf([pdf, site, hidden]) })
    const found = await searchSkillsTool().run({ query: 'website' }, context)
    expect(found.text).toBe('deploy-site: Publishes a website.')
    const none = await searchSkillsTool([pdf]).run({ query: 'website' }, context)
    expect(none.text).toBe('No skill matches. Try other words.')
  })
})

describe('the built-in tools', () => {
  it('ancestor B: are nine, the seven of pi among them, each with what the model and the prompt need', () => {
    expect(builtInTools.map((tool) => tool.name)).toEqual([
      'read',
      'write',
      'edit',
      'bash',
      'grep',
      'find',
      'ls',
      'activate_skill',
      'search_skills',
    ])
    for (const tool of builtInTools) {
      expect(schemaOf(tool)).toMatchObject({ type: 'object' })
      expect(tool.summary).not.toContain('\n')
    }
  })

  it('are made for a turn by exchanging those for skills alone', () => {
    const made = toolsForSkills(builtInTools, [pdf])
    const changed = made.filter((tool, index) => tool !== builtInTools[index])
    expect(changed.map((tool) => tool.name)).toEqual(['activate_skill', 'search_skills'])
  })
})

describe('near names', () => {
  it('finds swapped, missing and other letters, and names that hold the text', () => {
    const names = ['pdf', 'pdf-forms', 'deploy', 'übersetzen']
    expect(nearNames('pfd', names)).toEqual(['pdf'])
    expect(nearNames('PDF', names)).toEqual(['pdf', 'pdf-forms'])
    expect(nearNames('deplyo', names)).toEqual(['deploy'])
    expect(nearNames('zzz', names)).toEqual([])
  })
})
