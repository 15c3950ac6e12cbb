import { describe, expect, test } from 'vitest'
import { skillNamed } from '../activation/test-skill.ts'
import type { ProjectVerdict, SkillVerdict } from './trust/index.ts'
import { Verdicts } from './verdicts.ts'

const trusted = (digest?: string): SkillVerdict =>
  digest === undefined ? { trusted: true } : { trusted: true, digest }
const untrusted = (more: Partial<SkillVerdict & { trusted: false }> = {}): SkillVerdict => ({
  trusted: false,
  code: 'trust/untrusted',
  reason: 'r',
  remedy: 'm',
  ...more,
})

const [a, b] = [skillNamed('a'), skillNamed('b')]

function verdicts(verdict: SkillVerdict, project: Partial<ProjectVerdict> = {}, skills = [a]) {
  return new Verdicts(
    { settingsTrusted: true, diagnostics: [], forSkill: () => verdict, ...project },
    skills,
  )
}

const said = { code: 'trust/untrusted', severity: 'warning', message: 'x', file: '/t' } as const

describe('two passes say the same of a project', () => {
  test.each([
    ['trusted, changes included', trusted()],
    ['trusted in one state', trusted('1')],
    ['untrusted', untrusted()],
  ])('%s', (_, verdict) => {
    expect(verdicts(verdict).areSame(verdicts(verdict))).toBe(true)
  })

  test.each([
    ['another state was trusted', verdicts(trusted('1')), verdicts(trusted('2'))],
    ['trusted, then not', verdicts(trusted()), verdicts(untrusted())],
    ['not, then trusted', verdicts(untrusted()), verdicts(trusted())],
    ['another code', verdicts(untrusted()), verdicts(untrusted({ code: 'trust/changed' }))],
    ['another reason', verdicts(untrusted()), verdicts(untrusted({ reason: 'x' }))],
    ['another remedy', verdicts(untrusted()), verdicts(untrusted({ remedy: 'x' }))],
    ['the settings', verdicts(trusted()), verdicts(trusted(), { settingsTrusted: false })],
    ['a diagnostic', verdicts(trusted()), verdicts(trusted(), { diagnostics: [said] })],
    ['one skill more', verdicts(trusted()), verdicts(trusted(), {}, [a, b])],
    ['another skill', verdicts(trusted()), verdicts(trusted(), {}, [b])],
  ])('but not where this differs: %s', (_, one, other) => {
    expect(one.areSame(other)).toBe(false)
    expect(other.areSame(one)).toBe(false)
  })
})
