import { describe, expect, it } from 'vitest'
import { splitPath } from './split.ts'

describe('the two pieces of a path', () => {
  it('keeps the last folder and the file together', () => {
    expect(splitPath('~/a/skills/review/SKILL.md')).toEqual({
      head: '~/a/skills',
      tail: '/review/SKILL.md',
    })
  })

  it('keeps the file alone where its folder has a very long name', () => {
    const folder = 'x'.repeat(60)
    expect(splitPath(`~/${folder}/SKILL.md`)).toEqual({ head: `~/${folder}`, tail: '/SKILL.md' })
  })

  it('leaves a bare name whole', () => {
    expect(splitPath('SKILL.md')).toEqual({ head: '', tail: 'SKILL.md' })
    expect(splitPath('/SKILL.md')).toEqual({ head: '', tail: '/SKILL.md' })
  })

  it('loses nothing', () => {
    for (const path of ['', '/', 'a/b', '/a/b/c', 'a//b', '~/技能/审查/SKILL.md']) {
      const { head, tail } = splitPath(path)
      expect(head + tail).toBe(path)
    }
  })
})
