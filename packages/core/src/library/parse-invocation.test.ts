import { describe, expect, it } from 'vitest'
import { skillNamed } from '../activation/test-skill.ts'
import type { SkillState } from '../skill.ts'
import { parseInvocation } from './parse-invocation.ts'
import type { Entry, Snapshot } from './types.ts'

interface EntryOptions {
  readonly state?: SkillState
  readonly callableAs?: string
  readonly userInvocable?: boolean
  readonly directory?: string
}

function entry(name: string, options: EntryOptions = {}): Entry {
  const { state = 'loaded', callableAs = name, userInvocable = true, directory } = options
  const skill = skillNamed(name, { userInvocable, ...(directory ? { directory } : {}) })
  const found = {
    path: skill.location,
    name,
    callableAs,
    scope: skill.source.scope,
    client: skill.source.client,
    reason: state === 'untrusted' ? 'The repository is not trusted.' : 'It is loaded.',
    ...(state === 'untrusted' ? { remedy: 'Run `skillet trust`.' } : {}),
    diagnostics: [],
  }
  return state === 'invalid' || state === 'ignored'
    ? { ...found, state }
    : { ...found, state, skill }
}

function snapshot(...entries: Entry[]): Snapshot {
  const skills = entries.flatMap((one) => (one.state === 'loaded' && one.skill ? [one.skill] : []))
  return { skills, entries, roots: [], diagnostics: [], version: 1 }
}

const known = snapshot(
  entry('fix'),
  entry('review'),
  entry('pdf'),
  entry('My Notes', { callableAs: 'my-notes' }),
  entry('小说拆条'),
  entry('deploy', { state: 'untrusted' }),
  entry('background', { userInvocable: false }),
  entry('help', { callableAs: 'skill:help' }),
  entry('sql-tables', { directory: '/home/u/.agents/skills/tables' }),
  entry('etl'),
)

function read(text: string) {
  const invocation = parseInvocation(text, known)
  if (invocation === undefined) return undefined
  const called = invocation.kind === 'skill' ? invocation.skill.name : invocation.name
  return [invocation.kind, called, invocation.arguments]
}

describe('parseInvocation', () => {
  it.each([
    ['/fix', ['skill', 'fix', '']],
    ['/fix issue 7', ['skill', 'fix', 'issue 7']],
    ['/skill:fix issue 7', ['skill', 'fix', 'issue 7']],
    ['/FIX it', ['skill', 'fix', 'it']],
    ['/my-notes today', ['skill', 'My Notes', 'today']],
    ['/小说拆条 第一章', ['skill', '小说拆条', '第一章']],
    ['/user:pdf x', ['skill', 'pdf', 'x']],
    ['/tables users', ['skill', 'sql-tables', 'users']],
  ])('%j calls a skill', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    ['/fix\nline one\n\n  line two', 'line one\n\n  line two'],
    ['/fix\tx', 'x'],
    ['/fix\u3000y', 'y'],
    ['/fix  \n  two  ', 'two'],
  ])('bug 52 arguments after a newline: %j', (text, expected) => {
    expect(read(text)).toEqual(['skill', 'fix', expected])
  })

  it.each([
    '/usr/bin/env what is this',
    '/etc',
    '/ hello',
    '//comment',
    '/',
    '/* a comment */',
    'please /fix it',
    ' /fix',
    '',
    '/shrug',
    '/review/the/diff',
  ])('bug 46 text that only looks like a command: %j is plain text', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('bug 68 wrong name: offers near names and sends nothing', () => {
    expect(parseInvocation('/pfd make it', known)).toEqual({
      kind: 'near',
      name: 'pfd',
      near: ['pdf'],
      arguments: 'make it',
    })
  })

  it('bug 34 a command keeps its plain name, and the skill is called by its qualified one', () => {
    expect(read('/help me')).toEqual(['command', 'help', 'me'])
    expect(read('/HELP')).toEqual(['command', 'help', ''])
    expect(read('/skill:help me')).toEqual(['skill', 'help', 'me'])
  })

  it('blocks a skill that is known and not callable, with state, reason and remedy', () => {
    expect(parseInvocation('/deploy now', known)).toMatchObject({
      kind: 'blocked',
      name: 'deploy',
      state: 'untrusted',
      reason: 'The repository is not trusted.',
      remedy: 'Run `skillet trust`.',
      arguments: 'now',
    })
  })

  it('bug 47 visibility flags: user-invocable: false blocks people', () => {
    expect(parseInvocation('/background', known)).toMatchObject({
      kind: 'blocked',
      state: 'not-for-people',
    })
  })

  it('bug 15 path escape by name: names are looked up and never joined to a path', () => {
    expect(read('/../../etc/passwd')).toBeUndefined()
    expect(read('/a\\..\\..\\x')).toBeUndefined()
  })
})
