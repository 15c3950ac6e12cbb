import type { Skill } from '@skillet/core'
import { sentences } from '@skillet/language'
import { describe, expect, it } from 'vitest'
import { type Draft, fieldOf } from '../composer/index.ts'
import { type MenuSource, moveHighlight, openMenu, type SkillRow } from './index.ts'

function row(name: string, description = ''): SkillRow {
  const skill = { name, description } as unknown as Skill
  return {
    kind: 'skill',
    id: `/s/${name}`,
    name,
    description,
    callableAs: name,
    hint: '',
    source: 'user',
    skill,
  }
}

function source(...names: readonly string[]): MenuSource {
  const skills = names.map((name) => row(name))
  const { commands } = sentences('en').menu
  return {
    version: 1,
    skills,
    qualified: skills.map((one) => ({
      ...one,
      name: `user:${one.name}`,
      callableAs: `user:${one.name}`,
    })),
    commands: [
      { kind: 'command', id: 'resume', name: 'resume', ...commands.resume },
      { kind: 'command', id: 'skills', name: 'skills', ...commands.skills },
    ],
    untrusted: 0,
    invalid: 0,
    folders: [],
  }
}

const typed = (text: string): Draft => ({ text: fieldOf(text), focus: 'text' })
const names = (draft: Draft, from: MenuSource) =>
  openMenu(from, draft, {})?.rows.map((one) => one.row.name)

describe('the menu', () => {
  it('bug 40 ranking: exact, prefix, word start, substring, scattered, then description', () => {
    const all = source('gshow', 'idea-log', 'deep-gs', 'gs', 'rags-to', 'g-x-s')
    expect(names(typed('x /gs'), all)).toEqual(['gs', 'gshow', 'deep-gs', 'rags-to', 'g-x-s'])
  })

  it('bug 44 where a trigger counts', () => {
    const all = source('a')
    const opens = (text: string) => openMenu(all, typed(text), {}) !== undefined
    expect(['/', '、', '帮我写周报/', 'first /a then /b', '。/a'].map(opens)).toEqual(
      Array(5).fill(true),
    )
    expect(['https://x.y/z', '3/4', 'src/a', '//', 'a:/b'].map(opens)).toEqual(Array(5).fill(false))
  })

  it('commands come first, and only where the token starts the text', () => {
    const all = source('review')
    expect(names(typed('/re'), all)).toEqual(['resume', 'review'])
    expect(names(typed('now /re'), all)).toEqual(['review'])
  })

  it('a skill that is met better than a command is the best all the same', () => {
    const all = source('kills')
    const menu = openMenu(all, typed('/kills'), {})
    expect(menu?.rows[menu.highlight]?.row.name).toBe('kills')
  })

  it('lists at most 50 rows and counts the others', () => {
    const all = source(...Array.from({ length: 80 }, (_, index) => `s${index}`))
    const menu = openMenu(all, typed('x /s'), {})
    expect(menu?.rows).toHaveLength(50)
    expect(menu?.more).toBe(30)
  })

  it('a qualified name is found by its beginning', () => {
    expect(names(typed('/user:pd'), source('pdf', 'review'))).toEqual(['user:pdf'])
  })

  it('the highlight is bound to its row: a list that changes does not move it', () => {
    const menu = openMenu(source('b', 'c'), typed('x /'), { highlight: '/s/c' })
    expect(menu?.highlight).toBe(1)
    expect(openMenu(source('a', 'b', 'c'), typed('x /'), { highlight: '/s/c' })?.highlight).toBe(2)
    expect(openMenu(source('a', 'b'), typed('x /'), { highlight: '/s/c' })?.highlight).toBe(0)
  })

  it('bug 42: moves wrap around at both ends', () => {
    const menu = openMenu(source('a', 'b', 'c'), typed('x /'), {})
    if (menu === undefined) throw new Error('The menu is open.')
    expect(moveHighlight(menu, 'up', 8)).toBe('/s/c')
    expect(moveHighlight({ ...menu, highlight: 2 }, 'down', 8)).toBe('/s/a')
    expect(moveHighlight(menu, 'page-down', 8)).toBe('/s/c')
    expect(moveHighlight({ ...menu, highlight: 1 }, 'first', 8)).toBe('/s/a')
  })

  it('closed for one token, it opens again with the next letter; never for a pasted slash', () => {
    const all = source('pdf')
    const closed = { start: 0, typed: 'p' }
    expect(openMenu(all, typed('/p'), { closed })).toBeUndefined()
    expect(openMenu(all, typed('/pd'), { closed })).toBeDefined()
    expect(openMenu(all, typed('/pd'), { pasted: 0 })).toBeUndefined()
  })
})
