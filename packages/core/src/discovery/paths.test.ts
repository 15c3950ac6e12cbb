import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { below, expandPath, folderChain, isInside } from './paths.ts'

describe('a path as a person types it', () => {
  it.each([
    ['~', '/home/ada'],
    ['~/my skills', '/home/ada/my skills'],
    ['$HOME/x', '/home/ada/x'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what a person types
    ['${HOME}/x', '/home/ada/x'],
    ['./rel', '/w/.conf/rel'],
    ['../up', '/w/up'],
    ['/abs', '/abs'],
    ['~other/x', '/w/.conf/~other/x'],
    ['$HOMEWARD', '/w/.conf/$HOMEWARD'],
    ['a/~/b', '/w/.conf/a/~/b'],
  ])('bug 28 %s is %s', (typed, expected) => {
    expect(expandPath(typed, '/w/.conf', '/home/ada', posix)).toBe(expected)
  })

  it.each([
    ['~\\skills', 'C:\\Users\\ada\\skills'],
    ['~/skills', 'C:\\Users\\ada\\skills'],
    ['$HOME\\x', 'C:\\Users\\ada\\x'],
    ['.\\rel', 'C:\\w\\rel'],
    ['D:\\lib', 'D:\\lib'],
    ['.agents/skills', 'C:\\w\\.agents\\skills'],
  ])('bug 29 backslash paths: %s is %s', (typed, expected) => {
    expect(expandPath(typed, 'C:\\w', 'C:\\Users\\ada', win32)).toBe(expected)
  })
})

describe('being inside a folder', () => {
  it.each([
    ['/a/b', '/a', true],
    ['/a', '/a', true],
    ['/ab', '/a', false],
    ['/a/..b', '/a', true],
    ['/', '/a', false],
    ['/a', '/', true],
  ])('%s in %s: %s', (inner, outer, expected) => {
    expect(isInside(inner, outer, posix)).toBe(expected)
  })

  it.each([
    ['C:\\w\\.agents\\skills\\pdf', 'C:\\w', true],
    ['c:\\W\\x', 'C:\\w', true],
    ['D:\\w\\x', 'C:\\w', false],
    ['C:\\wx', 'C:\\w', false],
  ])('bug 29 backslash paths: %s in %s: %s', (inner, outer, expected) => {
    expect(isInside(inner, outer, win32)).toBe(expected)
  })
})

it('bug 29 backslash paths: the folder above SKILL.md names the skill, and the path stays readable', () => {
  const path = below(below('C:\\w\\.agents\\skills', 'pdf', win32), 'SKILL.md', win32)
  expect(path).toBe('C:\\w\\.agents\\skills\\pdf\\SKILL.md')
  expect(win32.basename(win32.dirname(path))).toBe('pdf')
  expect(below('C:\\', 'x', win32)).toBe('C:\\x')
})

it('a chain of folders ends at the top on every system', () => {
  expect(folderChain('/a/b', posix)).toEqual(['/a/b', '/a', '/'])
  expect(folderChain('C:\\a\\b', win32)).toEqual(['C:\\a\\b', 'C:\\a', 'C:\\'])
})
