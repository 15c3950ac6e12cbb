import { describe, expect, it } from 'vitest'
import {
  type CommandRow,
  closeMenu,
  type MenuSource,
  menuAfterChange,
  menuAfterMove,
  menuAfterTyping,
  menuSource,
  moveHighlight,
  nearNames,
  noMenu,
  openMenu,
  pickCommand,
  pickedBy,
  pickSkill,
  type SkillRow,
} from './index.ts'

const command = (name: CommandRow['name'], hint = ''): CommandRow => ({
  kind: 'command',
  id: name,
  name,
  description: '',
  hint,
})

function source(...names: readonly string[]): MenuSource {
  const entries = names.map((name) => ({ state: 'loaded' as const, userInvocable: true, name }))
  const rowOf = ({ name }: { readonly name: string }): SkillRow => ({
    kind: 'skill',
    id: `/s/${name}`,
    name,
    description: '',
    callableAs: name,
  })
  const made = menuSource(entries, rowOf, [command('resume'), command('skills')])
  const qualified = made.skills.map((row) => {
    const name = `user:${row.name}`
    return { ...row, name, callableAs: name }
  })
  return { ...made, qualified }
}

/** A text in which `|` shows the caret; at its end where there is none. */
function place(shown: string) {
  const [before = '', after = ''] = shown.split('|')
  return { text: before + after, caret: before.length, withChip: false }
}

/** The menu after the last letter was typed. */
function menuOf(from: MenuSource, shown: string, state = noMenu) {
  return openMenu(menuAfterTyping(state, from, place(shown)), from, place(shown))
}

const names = (shown: string, from: MenuSource) =>
  menuOf(from, shown)?.rows.map(({ row }) => row.name)

describe('the menu', () => {
  it('bug 40 ranking: exact, prefix, word start, substring, scattered, then description', () => {
    const all = source('gshow', 'idea-log', 'deep-gs', 'gs', 'rags-to', 'g-x-s')
    expect(names('x /gs', all)).toEqual(['gs', 'gshow', 'deep-gs', 'rags-to', 'g-x-s'])
  })

  it('bug 44 where a trigger counts', () => {
    const all = source('a')
    const opens = (text: string) => menuOf(all, text) !== undefined
    expect(['/', '、', '帮我写周报/', 'first /a then /b', '。/a'].map(opens)).toEqual(
      Array(5).fill(true),
    )
    expect(['https://x.y/z', '3/4', 'src/a', '//', 'a:/b'].map(opens)).toEqual(Array(5).fill(false))
  })

  it('commands come first, and only where the token starts the text', () => {
    const all = source('review')
    expect(names('/re', all)).toEqual(['resume', 'review'])
    expect(names('now /re', all)).toEqual(['review'])
  })

  it('a skill that is met better than a command is the best all the same', () => {
    const all = source('kills')
    const menu = menuOf(all, '/kills')
    expect(menu?.current?.row.name).toBe('kills')
  })

  it('lists at most 50 rows and counts the others', () => {
    const all = source(...Array.from({ length: 80 }, (_, index) => `s${index}`))
    const menu = menuOf(all, 'x /s')
    expect(menu?.rows).toHaveLength(50)
    expect(menu?.more).toBe(30)
  })

  it('a qualified name is found by its beginning', () => {
    expect(names('/user:pd', source('pdf', 'review'))).toEqual(['user:pdf'])
  })

  it('the highlight is bound to its row: a list that changes does not move it', () => {
    const at = (...list: readonly string[]) =>
      openMenu({ ...noMenu, opened: 2, highlight: '/s/c' }, source(...list), place('x /'))?.at
    expect(at('b', 'c')).toBe(1)
    expect(at('a', 'b', 'c')).toBe(2)
    expect(at('a', 'b')).toBe(0)
    const typed = menuAfterTyping(noMenu, source('b', 'c'), place('x /'))
    expect(openMenu(typed, source('a', 'b', 'c'), place('x /'))?.current?.row.name).toBe('b')
  })

  it('bug 42: moves wrap around at both ends', () => {
    const menu = menuOf(source('a', 'b', 'c'), 'x /')
    if (menu === undefined) throw new Error('The menu is open.')
    expect(moveHighlight(menu, 'up')).toBe('/s/c')
    expect(moveHighlight({ ...menu, at: 2 }, 'down')).toBe('/s/a')
    expect(moveHighlight(menu, 'page-down')).toBe('/s/c')
    expect(moveHighlight({ ...menu, at: 1 }, 'first')).toBe('/s/a')
  })

  it('closed for one token, it opens again with the next letter; never for a pasted slash', () => {
    const all = source('pdf')
    const closed = closeMenu(menuAfterTyping(noMenu, all, place('/p')))
    expect(openMenu(closed, all, place('/p'))).toBeUndefined()
    expect(menuOf(all, '/pd', closed)).toBeDefined()
    expect(menuOf(all, '/pd', { ...noMenu, pasted: [{ start: 0, end: 2 }] })).toBeUndefined()
  })

  it('stays while the caret is in the token that opened it, and does not open where it comes back', () => {
    const all = source('pdf')
    const opened = menuAfterTyping(noMenu, all, place('see /pd'))
    expect(menuAfterMove(opened, all, place('see /p|d'))).toBe(opened)
    const left = menuAfterMove(opened, all, place('se|e /pd'))
    expect(openMenu(left, all, place('see /pd'))).toBeUndefined()
  })

  it('is closed while something is selected, or keys go elsewhere', () => {
    const all = source('pdf')
    const opened = menuAfterTyping(noMenu, all, place('/pd'))
    expect(openMenu(opened, all, { ...place('/pd'), caret: undefined })).toBeUndefined()
  })

  it('counts what waits for trust or is invalid, and offers only what a person can call', () => {
    const states = ['loaded', 'shadowed', 'untrusted', 'invalid', 'disabled', 'ignored'] as const
    const entries = states.flatMap((state) =>
      [true, false].map((userInvocable) => ({ state, userInvocable })),
    )
    const { skills, qualified, untrusted, invalid } = menuSource(
      entries,
      ({ state }) => ({
        kind: 'skill',
        id: state,
        name: state,
        description: '',
        callableAs: `user:${state}`,
      }),
      [],
    )
    expect(skills.map(({ name }) => name)).toEqual(['loaded'])
    expect(qualified.map(({ name }) => name)).toEqual(['user:loaded', 'user:shadowed'])
    expect([untrusted, invalid]).toEqual([2, 2])
  })

  it('names what a mistyped name begins like', () => {
    expect(nearNames(source('review', 'pdf'), 'revwie')).toEqual(['review'])
    expect(nearNames(source('review', 'pdf'), 'xyz')).toEqual([])
  })
})

describe('what was pasted', () => {
  /** Types, or pastes what stands in brackets, letter by letter as a person would. */
  function after(...pieces: readonly (string | readonly [string])[]) {
    const all = source('pdf')
    let [text, state] = ['', noMenu]
    for (const piece of pieces) {
      const added = typeof piece === 'string' ? piece : piece[0]
      const by = typeof piece === 'string' ? 'anything-else' : 'paste'
      const next = text + added
      state = menuAfterChange(state, { before: text, text: next, caret: next.length, by })
      text = next
      state = by === 'paste' ? closeMenu(state) : menuAfterTyping(state, all, place(text))
    }
    return openMenu(state, all, place(text)) !== undefined
  }

  it.each([
    ['a slash in it', false, [['/p'], 'd']],
    ['one behind a CJK letter in it', false, [['周报/p'], 'd']],
    ['one in an earlier paste', false, [['see /p']]],
    ['one typed behind it', true, [['see '], '/']],
    ['one typed behind a CJK letter of it', true, [['周报'], '/']],
  ] as const)('%s opens a menu: %s', (_what, opens, pieces) => {
    expect(after(...pieces)).toBe(opens)
  })
})

describe('what Enter and Tab pick', () => {
  const all = source('review')
  it.each([
    ['enter', '/rev', 'review'],
    ['tab', '/rev', 'review'],
    ['enter', '/res', 'resume'],
    ['enter', '/resume', undefined],
    ['enter', '/Resume', undefined],
    ['enter', '/resu|me later', undefined],
    ['tab', '/resume', 'resume'],
    ['enter', '/no-such', undefined],
    ['tab', '/no-such', undefined],
  ] as const)('%s at %j picks %s', (key, shown, name) => {
    const menu = menuOf(all, shown)
    if (menu === undefined) throw new Error('The menu is open.')
    expect(pickedBy(key, menu, place(shown).text)?.name).toBe(name)
  })

  it('bug 45 what a pick replaces: only the token, and the caret stays', () => {
    expect(pickSkill('please /re the diff', { start: 7, end: 10 }, 0)).toEqual({
      text: 'please  the diff',
      caret: 7,
      written: '',
      focus: 'text',
    })
    expect(pickSkill('/re', { start: 0, end: 3 }, 2).focus).toBe(0)
    expect(pickCommand('/mo and more', { start: 0, end: 3 }, command('model', '[name]'))).toEqual({
      text: '/model  and more',
      caret: 7,
      written: '/model ',
      focus: 'text',
    })
  })
})
