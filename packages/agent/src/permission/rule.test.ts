import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  escapePattern,
  exactRule,
  isKnownTool,
  literalCharacters,
  matchesWildcard,
  parseRule,
} from './rule.ts'

describe('parseRule', () => {
  it.each([
    ['bash(git diff *)', 'bash', 'git diff *'],
    ['Bash(git:*)', 'bash', 'git:*'],
    ['Edit(src/**)', 'edit', 'src/**'],
    ['MultiEdit', 'edit', undefined],
    ['Glob', 'find', undefined],
    ['run_shell_command(ls)', 'bash', 'ls'],
    ['activate_skill(pdf)', 'skill', 'pdf'],
    ['skill(internal-*)', 'skill', 'internal-*'],
    ['bash(echo (a) b)', 'bash', 'echo (a) b'],
    ['bash()', 'bash', undefined],
  ])('reads %s', (source, tool, pattern) => {
    const rule = parseRule(source, 'allow', 'state')
    expect({ tool: rule.tool, pattern: rule.pattern, source: rule.source }).toEqual({
      tool,
      pattern,
      source,
    })
  })

  it('keeps tools that nobody here has, to be ignored', () => {
    for (const source of ['Task', 'mcp__github__*', 'WebFetch(domain:x)']) {
      expect(isKnownTool(parseRule(source, 'allow', 'skill'))).toBe(false)
    }
    expect(isKnownTool(parseRule('Grep', 'allow', 'skill'))).toBe(true)
  })
})

describe('exactRule', () => {
  it('takes a rule that means one call, and no other', () => {
    expect(exactRule('bash(npm test)', 'run')).toEqual({
      tool: 'bash',
      pattern: 'npm test',
      source: 'bash(npm test)',
    })
    expect(exactRule('bash(ls \\*.ts)', 'run')?.pattern).toBe('ls \\*.ts')
    expect(exactRule('edit(src/\\[id\\].ts)', 'write')?.tool).toBe('edit')
    for (const wild of ['bash', 'bash(*)', 'bash(npm *)', 'bash(git:*)', 'order(tea *)']) {
      expect(exactRule(wild, 'run')).toBeUndefined()
    }
    for (const wild of ['edit', 'edit(src/**)', 'edit(a?)', 'edit([ab])', 'save({a,b})']) {
      expect(exactRule(wild, 'write')).toBeUndefined()
    }
  })

  it('names a program’s own tool as it names ours, by what it does', () => {
    expect(exactRule('order(tea?)', 'run')).toMatchObject({ tool: 'order', pattern: 'tea?' })
    expect(exactRule('save(src/\\[id\\].ts)', 'write')?.tool).toBe('save')
    expect(exactRule('peek(a?)', 'read')).toBeUndefined()
  })
})

describe('wildcards', () => {
  it.each([
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*c', 'a', false],
    ['aa*aa', 'aaa', false],
    ['*x*y*', '1x2y3', true],
    ['*x*y*', '1y2x3', false],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a\\\\*', 'a\\b', true],
    ['a\\.b', 'a\\.b', true],
    ['', '', true],
  ])('%j on %j is %j', (pattern, text, expected) => {
    expect(matchesWildcard(pattern, text)).toBe(expected)
  })

  it('law: an escaped text matches itself and nothing else', () => {
    const text = fc.stringMatching(/^[a*\\ .]{0,12}$/u)
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(matchesWildcard(escapePattern(one), other)).toBe(one === other)
      }),
      { numRuns: 2000 },
    )
  })

  it('takes no time on patterns made to backtrack', () => {
    expect(matchesWildcard('*a'.repeat(2000), 'a'.repeat(1999))).toBe(false)
  })

  it('counts the characters that a rule takes literally', () => {
    const count = (source: string) => literalCharacters(parseRule(source, 'allow', 'state'))
    expect([count('bash'), count('bash(*)'), count('bash(git *)'), count('bash(a\\*)')]).toEqual([
      0, 0, 4, 2,
    ])
  })
})
