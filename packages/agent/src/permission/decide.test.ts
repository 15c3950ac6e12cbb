import { linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTool } from '../tools/find.ts'
import { grepTool } from '../tools/grep.ts'
import { pathAccess } from '../tools/paths.ts'
import { skillAt, type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { decide } from './decide.ts'
import { parseRule } from './rule.ts'
import { searchFilter } from './search-filter.ts'
import type { PermissionContext, Rule, RuleEffect } from './types.ts'

const rule = (effect: RuleEffect, source: string, origin: Rule['origin'] = 'state') =>
  parseRule(source, effect, origin)

function judge(
  at: WorkspaceFixture,
  rules: readonly Rule[] = [],
  changes: Partial<PermissionContext> = {},
) {
  const context = { workspace: at.workspace, home: at.home, readableSkills: [], ...changes }
  const kinds = {
    read: 'read',
    grep: 'read',
    find: 'read',
    ls: 'read',
    write: 'write',
    edit: 'write',
  } as const
  return (tool: keyof typeof kinds, path: string) =>
    decide({ tool, input: { path }, access: pathAccess(kinds[tool], path, at) }, rules, context)
}

describe('files without a rule', () => {
  it('may be read in the workspace and in readable skills, all else asks', () => {
    using at = workspaceFixture()
    const skill = skillAt(join(at.home, 'skills/pdf/SKILL.md'))
    const decideOn = judge(at, [], { readableSkills: [skill] })
    for (const tool of ['read', 'grep', 'find', 'ls'] as const) {
      expect(decideOn(tool, 'src/a.ts').effect).toBe('allow')
      expect(decideOn(tool, '/etc/hostname').effect).toBe('ask')
      expect(decideOn(tool, '~/skills/pdf/references/a.md').effect).toBe('allow')
      expect(decideOn(tool, '~/skills/other/a.md').effect).toBe('ask')
    }
    expect(decideOn('write', 'src/a.ts').effect).toBe('ask')
    expect(decideOn('edit', 'src/a.ts').effect).toBe('ask')
  })

  it('are judged by where a link leads, not by its name', () => {
    using at = workspaceFixture()
    at.files({ [join(at.home, 'outside')]: 'x' })
    symlinkSync(join(at.home, 'outside'), at.path('link'))
    expect(judge(at)('read', 'link').effect).toBe('ask')
  })

  it("bug 18 containment of links: a user's skill may link out of its folder, a project's may not", () => {
    using at = workspaceFixture()
    const folder = join(at.home, 'skills/pdf')
    at.files({ [join(folder, 'SKILL.md')]: '', [join(at.home, 'notes.md')]: '' })
    symlinkSync(join(at.home, 'notes.md'), join(folder, 'notes.md'))
    for (const [scope, expected] of [
      ['user', 'allow'],
      ['explicit', 'allow'],
      ['project', 'ask'],
    ] as const) {
      const skill = skillAt(join(folder, 'SKILL.md'), { scope })
      expect(
        judge(at, [], { readableSkills: [skill] })('read', join(folder, 'notes.md')).effect,
      ).toBe(expected)
    }
  })

  it.each([
    '.env',
    '.env.local',
    'a/.ENV',
    'id_rsa',
    'server.pem',
    '.npmrc',
    '.aws/credentials',
    'prod.env',
    '.git/config',
  ])('threat E2: asks before %s is read, whatever a wildcard says', (path) => {
    using at = workspaceFixture()
    expect(judge(at)('read', path).effect).toBe('ask')
    expect(
      judge(at, [rule('allow', 'read'), rule('allow', 'read(**)', 'turn')])('read', path).effect,
    ).toBe('ask')
    expect(judge(at, [rule('allow', `read(${path})`)])('read', path).effect).toBe('allow')
  })

  it.each(['.env.example', 'id_rsa.pub', 'environment.ts', 'keys.md'])(
    'does not ask about %s',
    (path) => {
      using at = workspaceFixture()
      expect(judge(at)('read', path).effect).toBe('allow')
    },
  )

  it("threat T5: refuses to read Skillet's state, and asks about its settings", () => {
    using at = workspaceFixture()
    const places = { stateFolder: join(at.home, 'state'), configFolder: at.path('config') }
    const decideOn = judge(at, [rule('allow', 'read', 'command-line')], places)
    expect(decideOn('read', '~/state/trust.json').effect).toBe('deny')
    expect(judge(at, [], places)('read', 'config/settings.json').effect).toBe('ask')
  })
})

describe('rules about files', () => {
  it('start at the workspace, at home with ~, or at the root', () => {
    using at = workspaceFixture()
    const effect = (source: string, path: string) =>
      judge(at, [rule('allow', source)])('edit', path).effect
    expect(effect('edit(src/**)', 'src/deep/a.ts')).toBe('allow')
    expect(effect('Edit(./src/**)', 'src/a.ts')).toBe('allow')
    expect(effect('edit(src/**)', 'lib/a.ts')).toBe('ask')
    expect(effect('edit(src/**)', '../src/a.ts')).toBe('ask')
    expect(effect('edit(*.md)', 'a.md')).toBe('allow')
    expect(effect('edit(*.md)', 'b/a.md')).toBe('ask')
    expect(effect('edit(**/*.md)', 'b/a.md')).toBe('allow')
    expect(effect('edit(~/notes/**)', '~/notes/a')).toBe('allow')
    expect(effect('edit(/opt/**)', '/opt/x')).toBe('allow')
    const folder = parseRule('edit(docs)', 'allow', 'user-settings')
    expect(judge(at, [folder])('edit', 'docs/a.md').effect).toBe('allow')
    expect(effect('edit(src/**)', 'src/../../x')).toBe('ask')
    expect(effect('write(src/**)', 'src/a.ts')).toBe('ask')
  })

  it('hold for the real path where they allow, and for both names where they limit', () => {
    using at = workspaceFixture()
    at.files({ 'real/a': '', 'src/b': '' })
    symlinkSync(at.path('real'), at.path('src/link'))
    expect(judge(at, [rule('allow', 'edit(src/**)')])('edit', 'src/link/a').effect).toBe('ask')
    expect(judge(at, [rule('deny', 'read(real/**)')])('read', 'src/link/a').effect).toBe('deny')
    expect(judge(at, [rule('deny', 'read(src/**)')])('read', 'src/link/a').effect).toBe('deny')
  })

  it('allow through a folder that is a link itself, as the home folder often is', () => {
    using at = workspaceFixture()
    mkdirSync(join(at.home, 'disk'))
    symlinkSync(join(at.home, 'disk'), join(at.home, 'notes'))
    expect(judge(at, [rule('allow', 'read(~/notes/**)')])('read', '~/notes/a').effect).toBe('allow')
  })

  it('limit the tools that do the same: edit limits write, read limits searches', () => {
    using at = workspaceFixture()
    expect(judge(at, [rule('deny', 'edit(src/**)')])('write', 'src/a').effect).toBe('deny')
    expect(judge(at, [rule('deny', 'read(src/**)')])('grep', 'src').effect).toBe('deny')
    expect(judge(at, [rule('ask', 'read(src/**)')])('read', 'src/a').effect).toBe('ask')
    const context = { workspace: at.workspace, home: at.home, readableSkills: [] }
    const searchable = searchFilter(
      [rule('deny', 'read(secret/**)'), rule('ask', 'Read(mine)')],
      context,
    )
    const names = ['secret/a', 'mine', 'other', '.env']
    const open = (tool: 'grep' | 'find') => names.map((name) => searchable(at.path(name), tool))
    expect(open('grep')).toEqual([false, false, true, false])
    expect(open('find')).toEqual([false, false, true, true])
  })

  it('limit a search by its own name too, from wherever it begins', async () => {
    using at = workspaceFixture()
    at.files({ 'secret/a.md': 'word', 'open/a.md': 'word' })
    const place = { workspace: at.workspace, home: at.home, readableSkills: [] }
    const results = async (source: string) => {
      const searchable = searchFilter([rule('deny', source)], place)
      // ripgrep, where there is one, and Skillet's own search.
      const [context, own] = [{}, { environment: { PATH: '/nowhere' } }].map((changes) =>
        at.context({ searchable, ...changes }),
      )
      if (context === undefined || own === undefined) throw new Error('two contexts')
      const [first, second, found] = await Promise.all([
        grepTool().run({ pattern: 'word' }, context),
        grepTool().run({ pattern: 'word' }, own),
        findTool.run({ pattern: '*.md' }, context),
      ])
      expect(second.text).toBe(first.text)
      return { grep: first.text.includes('secret'), find: found.text.includes('secret') }
    }
    expect(await results('grep(secret/**)')).toEqual({ grep: false, find: true })
    expect(await results('find(secret/**)')).toEqual({ grep: true, find: false })
    expect(await results('Grep(secret)')).toEqual({ grep: false, find: true })
    expect(await results('Glob(secret/*.md)')).toEqual({ grep: true, find: false })
    expect(await results('read(secret/**)')).toEqual({ grep: false, find: false })
  })

  it('over 256 characters cover nothing', () => {
    using at = workspaceFixture()
    const long = `read(${'*'.repeat(300)})`
    expect(judge(at, [rule('allow', long)])('read', '/etc/hostname').effect).toBe('ask')
  })
})

describe('threat T5: protected places', () => {
  it.each([
    '.git/hooks/pre-commit',
    '.git/config',
    'nested/repo/.git/hooks/post-checkout',
    '.git/info/attributes',
    '.git/modules/sub/config',
    '.git',
    '.skillet/settings.json',
    'sub/.skillet/skills/x/SKILL.md',
    '.claude/skills/pdf/SKILL.md',
    '.agents/skills/pdf/scripts/run.sh',
    '~/.bashrc',
    '~/.zshenv',
    '~/.profile',
    '~/.config/fish/config.fish',
    '~/.ssh/authorized_keys',
    '~/.gitconfig',
    'vendor/.envrc',
    // T6: other spellings of the same names.
    '.GIT/hooks/x',
    '.Git/config',
    '.ＧＩＴ/config',
    '.SKILLET/settings.json',
    '~/.BASHRC',
    '.Claude/Skills/x/SKILL.md',
  ])('writing %s asks, and no rule covers it', (path) => {
    using at = workspaceFixture()
    const rules = ['command-line', 'turn', 'state'].flatMap((origin) =>
      ['write', 'write(**)', `write(${path})`, 'edit', 'edit(~/**)'].map((source) =>
        rule('allow', source, origin as Rule['origin']),
      ),
    )
    expect(judge(at, rules)('write', path)).toMatchObject({ effect: 'ask', personOnly: true })
    expect(judge(at, rules)('edit', path)).toMatchObject({ effect: 'ask', personOnly: true })
    expect(judge(at, [rule('deny', 'write')])('write', path).effect).toBe('deny')
  })

  it('are found through links, and by device and inode under another name', () => {
    using at = workspaceFixture()
    at.files({ '.git/config': '', [join(at.home, '.bashrc')]: '', 'my/skills/pdf/SKILL.md': '' })
    symlinkSync('.git', at.path('plain'))
    linkSync(join(at.home, '.bashrc'), at.path('innocent'))
    const places = {
      skillRoots: [at.path('my/skills')],
      stateFolder: at.path('state'),
      configFolder: at.path('config'),
    }
    const decideOn = judge(at, [rule('allow', 'write', 'turn')], places)
    for (const path of [
      'plain/config',
      'innocent',
      'my/skills/pdf/new.md',
      'my/skills/new/SKILL.md',
      'state/trust.json',
      'config/settings.json',
    ]) {
      expect([path, decideOn('write', path).personOnly]).toEqual([path, true])
    }
    expect(decideOn('write', 'my/other').effect).toBe('allow')
  })

  it('know a git folder of any name by what it holds', () => {
    using at = workspaceFixture()
    at.files({ 'bare/HEAD': '', 'bare/objects/x': '', 'bare/refs/x': '' })
    expect(judge(at, [rule('allow', 'write')])('write', 'bare/hooks/post-receive').personOnly).toBe(
      true,
    )
  })

  it.each([
    'GIT~1/config',
    '.git./config',
    '.git /hooks/x',
    'a::$DATA',
    '.git\\config',
    '.g\u200Cit/config',
  ])('threat T6: refuses the form %j', (path) => {
    using at = workspaceFixture()
    expect(judge(at, [rule('allow', 'write')])('write', path).effect).toBe('deny')
  })

  it.each([
    'src/git/config',
    'skills/README.md',
    'docs/.gitignore',
    'hooks/x',
    'bashrc',
    'v1.2~beta.md',
  ])('leaves %s alone', (path) => {
    using at = workspaceFixture()
    expect(judge(at, [rule('allow', 'write')])('write', path).effect).toBe('allow')
  })
})

describe('skills', () => {
  const judgeSkill = (name: string, ...rules: Rule[]) =>
    decide({ tool: 'activate_skill', input: { name }, access: { kind: 'skill', name } }, rules, {
      workspace: '/w',
      home: '/h',
      readableSkills: [],
    }).effect

  it('bug 61 deny rules: a pattern hides skills by name, without case, and wins', () => {
    const rules = [rule('deny', 'skill(internal-*)'), rule('allow', 'skill(*)', 'command-line')]
    expect(judgeSkill('internal-x', ...rules)).toBe('deny')
    expect(judgeSkill('Internal-X', ...rules)).toBe('deny')
    expect(judgeSkill('a', ...rules)).toBe('allow')
    expect(judgeSkill('a')).toBe('allow')
    expect(judgeSkill('a', rule('ask', 'activate_skill'))).toBe('ask')
  })
})
