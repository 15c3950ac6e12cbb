import { readFileSync } from 'node:fs'
import { chatCommands } from '@skillet/core/menu'
import { languages, sentences } from '@skillet/language'
import { describe, expect, it } from 'vitest'

const page = readFileSync(new URL('../../../../docs/terminal-chat.md', import.meta.url), 'utf8')

describe('docs/terminal-chat.md', () => {
  it('has every chat command, and names no other', () => {
    const named = [...page.matchAll(/^\| `\/([a-z]+)/gmu)].map(([, name]) => name)
    expect(named).toEqual([...chatCommands])
  })

  it('has every key that /help names', () => {
    const table = page.slice(page.indexOf('## Keys'))
    const keys = sentences('en').terminal.helpKeys.flatMap(
      ([key]) => key.match(/(?:Ctrl|Alt|Shift)-\w+/gu) ?? [],
    )
    for (const key of keys) expect(table).toContain(key)
  })
})

it('help is as long in each language', () => {
  const lengths = languages.map((language) => sentences(language).terminal.helpKeys.length)
  expect(new Set(lengths).size).toBe(1)
})
