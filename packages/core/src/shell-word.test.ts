import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

describe('a word for a shell', () => {
  test.each(['pdf', 'user:pdf', '/home/ada/a_b-c.md', '小说', 'a@b'])(
    '%s needs no quotes',
    (word) => {
      expect(shellWord(word)).toBe(word)
    },
  )

  test.each(['My Skill', "it's", '$HOME', '`id`', 'a"b', 'a\\b', '*', '', 'a;b', '~', "''"])(
    '%j comes back from a shell as it is',
    (word) => {
      expect(shellWord(word)).toMatch(/^'/)
      const printed = execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(word)}`])
      expect(printed.toString()).toBe(word)
    },
  )
})
