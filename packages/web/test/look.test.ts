import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, readTokens, type Scheme } from '../src/theme/contrast.ts'

const source = new URL('../src/', import.meta.url)
const views: ReadonlyMap<string, string> = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx|css)$/.test(name) && !name.endsWith('.test.tsx'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(new URL(name, source), 'utf8')]),
)
const tokens = readTokens(views.get('theme/tokens.css') ?? '')

const plain = ['bg', 'surface', 'raised', 'sunken', 'hover', 'bubble']
const soft = ['add', 'del', 'accentSoft', 'successSoft', 'warningSoft', 'dangerSoft']

/**
 * Each token with the grounds that it stands on, the least contrast that WCAG 2.2 asks for there
 * (1.4.3 for text, 1.4.11 for edges and marks), and the worst that it has, light and dark.
 */
const table: readonly Row[] = [
  { front: 'line', on: ['surface'], least: 1, worst: [1.35, 1.43] },
  {
    front: 'control',
    on: ['bg', 'surface', 'raised', 'sunken', 'hover'],
    least: 3,
    worst: [3.08, 3.14],
  },
  { front: 'text', on: [...plain, ...soft], least: 4.5, worst: [13.53, 11.17] },
  { front: 'text2', on: plain, least: 4.5, worst: [6.31, 6.34] },
  { front: 'text3', on: plain, least: 4.5, worst: [4.94, 5.02] },
  { front: 'accent', on: [...plain, 'accentSoft'], least: 4.5, worst: [5.74, 6.53] },
  { front: 'focus', on: plain, least: 3, worst: [5.74, 6.53] },
  { front: 'onAccent', on: ['accent', 'accentText'], least: 4.5, worst: [6.93, 7.99] },
  { front: 'accentText', on: ['accentSoft'], least: 4.5, worst: [7.83, 8.54] },
  { front: 'success', on: [...plain, 'successSoft'], least: 4.5, worst: [5.39, 6.87] },
  { front: 'warning', on: [...plain, 'warningSoft'], least: 4.5, worst: [5.9, 7.2] },
  { front: 'danger', on: [...plain, 'dangerSoft'], least: 4.5, worst: [5.97, 5.92] },
  { front: 'addText', on: ['add'], least: 4.5, worst: [8.46, 9.42] },
  { front: 'delText', on: ['del'], least: 4.5, worst: [8.01, 8.81] },
  { front: 's1', on: ['bg'], least: 3, worst: [5.2, 6.64] },
  { front: 's2', on: ['bg'], least: 3, worst: [5.89, 6.76] },
  { front: 's3', on: ['bg'], least: 3, worst: [6.31, 6.54] },
  { front: 's4', on: ['bg'], least: 3, worst: [5.01, 7.3] },
  { front: 's5', on: ['bg'], least: 3, worst: [5.22, 7.41] },
  { front: 's6', on: ['bg'], least: 3, worst: [6.02, 6.73] },
  // Names and types in code.
  { front: 's2', on: ['sunken'], least: 4.5, worst: [5.43, 7.05] },
  { front: 's4', on: ['sunken'], least: 4.5, worst: [4.63, 7.62] },
]

describe('the colours', () => {
  test.each(table)('$front is told from its grounds', ({ front, on, least, worst }) => {
    const found = (['light', 'dark'] as const).map((scheme) => worstOf(front, on, scheme))
    expect(found).toEqual(worst)
    for (const value of found) expect(value).toBeGreaterThanOrEqual(least)
  })

  test('are all in the table, as what stands or what is stood on', () => {
    const used = new Set(table.flatMap(({ front, on }) => [front, ...on]))
    expect([...tokens.keys()].filter((name) => !used.has(name))).toEqual([])
  })
})

describe('the sources of the page', () => {
  const where = (pattern: RegExp) =>
    [...views].filter(([, text]) => pattern.test(text)).map(([name]) => name)

  test('have no colour that is not a token', () => {
    expect(where(/#[\da-f]{6}\b|\brgba?\(|\bhsla?\(|\boklch\(/i)).toEqual(['theme/tokens.css'])
  })

  test('move nothing but what floats, and that only where motion is wanted', () => {
    const moving = /(?:^|[\s"'`:])(?:transition|animate)(?:-[\w[\]]+)?(?=[\s"'`:;])/m
    expect(where(moving)).toEqual(['theme/motion.css'])
  })

  test('make no HTML from text and no style elements', () => {
    const forbidden =
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|<style/
    expect(where(forbidden)).toEqual([])
  })
})

interface Row {
  readonly front: string
  readonly on: readonly string[]
  readonly least: number
  readonly worst: readonly [light: number, dark: number]
}

/** Cut to two places, never rounded up. */
function worstOf(front: string, on: readonly string[], scheme: Scheme): number {
  const least = Math.min(...on.map((back) => contrast(tokens, front, back, scheme)))
  return Math.floor(least * 100) / 100
}
