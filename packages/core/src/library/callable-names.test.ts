import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { skillNamed } from '../activation/test-skill.ts'
import { normaliseName } from '../names.ts'
import type { SkillScope, SkillState } from '../skill.ts'
import { chooseCallableNames } from './callable-names.ts'
import { lookUp } from './look-up.ts'
import { parseInvocation } from './parse-invocation.ts'
import type { Entry, Snapshot } from './types.ts'

interface Given {
  readonly name: string
  readonly scope?: SkillScope
  readonly client?: string
  readonly state?: SkillState
}

/** A snapshot as settling makes it: of each name the first that counts is loaded, the rest shadowed. */
function snapshotOf(given: readonly Given[]): Snapshot {
  const seen = new Set<string>()
  const files = given.map(({ name, scope = 'user', client = 'agents', state = 'loaded' }) => {
    const key = normaliseName(name)
    const counts = state === 'loaded' && !seen.has(key)
    if (counts) seen.add(key)
    const settled: SkillState = state === 'loaded' && !counts ? 'shadowed' : state
    return { name, scope, client, state: settled }
  })
  const names = chooseCallableNames(files)
  const entries = files.map((file, index): Entry => {
    const skill = skillNamed(file.name, { directory: `/skills/${index}` })
    const callableAs = names[index] ?? ''
    const { state, ...found } = file
    const more = { path: skill.location, callableAs, reason: '', diagnostics: [] }
    const entry = { ...found, ...more }
    return state === 'invalid' || state === 'ignored'
      ? { ...entry, state }
      : { ...entry, state, skill }
  })
  return { skills: [], entries, roots: [], diagnostics: [], version: 1 }
}

const callables = (...given: Given[]) => snapshotOf(given).entries.map((one) => one.callableAs)

describe('what a skill is called as', () => {
  test('bug 34 beside a skill that is really named `skill:help`, `help` has another name', () => {
    expect(callables({ name: 'help' }, { name: 'skill:help' })).toEqual(['user:help', 'skill:help'])
    expect(callables({ name: 'help' })).toEqual(['skill:help'])
  })

  test('goes to a loaded skill before one that cannot be called, whichever stands first', () => {
    expect(
      callables({ name: 'My Skill', state: 'untrusted', scope: 'project' }, { name: 'my skill' }),
    ).toEqual(['project:my-skill', 'my-skill'])
    expect(
      callables({ name: 'help', state: 'disabled', client: 'pi' }, { name: 'Help', client: 'pi' }),
    ).toEqual(['user:help', 'skill:Help'])
  })

  test('never begins with a slash, holds a blank, or what nobody sees', () => {
    const names = ['/pdf', '/etc', '/help', 'My\u200b Notes', 'a\u202eb', '///']
    expect(callables(...names.map((name) => ({ name })))).toEqual([
      'pdf',
      'etc',
      'skill:help',
      'my-notes',
      'ab',
      'unnamed',
    ])
  })

  test('has a number where every qualified name belongs to another skill', () => {
    const taken = [{ name: 'pdf' }, { name: 'user:pdf' }, { name: 'agents:pdf' }]
    const shadowed = [{ name: 'pdf' }, { name: 'PDF' }]
    expect(callables(...taken, ...shadowed).slice(3)).toEqual(['user:pdf-2', 'user:PDF-3'])
  })

  test('is found quickly for ten thousand skills of one name', () => {
    const many = Array.from({ length: 10_000 }, () => ({ name: 'pdf' }))
    expect(new Set(callables(...many)).size).toBe(10_000)
  })

  test('law: each leads to its owner, by look-up and by what a person types', () => {
    const words =
      'help pdf PDF skill: user: project: agents: claude: / - 2 etc ／ ﬁ 技 . \\ quit unnamed'
    const part = fc.constantFrom(...words.split(' '), ' ', '\t', '\u200b', '\u00a8')
    const name = fc.array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 2 })), {
      minLength: 1,
      maxLength: 4,
    })
    const given = fc.record({
      name: name.map((parts) => parts.join('')),
      scope: fc.constantFrom<SkillScope>('explicit', 'project', 'user', 'builtin'),
      client: fc.constantFrom('agents', 'claude', 'skillet'),
      state: fc.constantFrom<SkillState>('loaded', 'loaded', 'loaded', 'disabled', 'invalid'),
    })
    fc.assert(
      fc.property(fc.array(given, { maxLength: 16 }), (all) => {
        const snapshot = snapshotOf(all)
        const { entries } = snapshot
        const keys = entries.map(({ callableAs }) => normaliseName(callableAs))
        expect(new Set(keys).size).toBe(keys.length)
        for (const entry of entries) {
          if (entry.state !== 'loaded' && entry.state !== 'shadowed') continue
          expect(lookUp(snapshot, entry.callableAs).entry).toBe(entry)
          const asked = parseInvocation(`/${entry.callableAs} x y`, snapshot)
          expect(asked).toMatchObject({ kind: 'skill', arguments: 'x y' })
          expect(asked?.kind === 'skill' && asked.entry).toBe(entry)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
