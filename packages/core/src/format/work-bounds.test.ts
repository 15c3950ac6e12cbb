import { describe, expect, test } from 'vitest'
import { parseHead, parseSkill } from './index.ts'
import { readFields } from './testing/read-text.ts'
import { cutBlocks } from './yaml/blocks.ts'
import { YamlBudget } from './yaml/budget.ts'
import { readBlocks } from './yaml/index.ts'

const location = '/skills/demo/SKILL.md'

/** As many times as fit into a frontmatter. */
const filled = (unit: string, start = '') =>
  start + unit.repeat(Math.floor((16_300 - start.length) / unit.length))

const fillers: readonly (readonly [string, string])[] = [
  ['comments for values', filled('a: #\n')],
  ['reserved characters', filled('a: @\n')],
  ['merge keys', filled('<<: *a\n', 'x: &a {b: c}\n')],
  ['empty lists', `x: ${filled('[]')}`],
  ['aliases as keys', filled('*a: ')],
  ['escapes that are none', `x: "${filled('\\q')}"`],
  ['a field given 1,600 times', filled('license: #\n')],
  [
    'hooks of others',
    `hooks:\n${Array.from({ length: 1500 }, (_, at) => ` h${at}: x\n`).join('')}`,
  ],
]

describe('what 16 KiB of frontmatter can cost is bounded', () => {
  test.each(fillers)('%s: the skill loads, and little is said', (_, filler) => {
    const text = `---\nname: demo\ndescription: Shows\n${filler}\n---\nb`
    const { skill, diagnostics } = parseSkill(text, { location })
    expect(skill).toMatchObject({ name: 'demo', description: 'Shows' })
    expect(diagnostics.length).toBeLessThanOrEqual(21)
    expect(JSON.stringify(diagnostics).length).toBeLessThan(60_000)
    const head = parseHead(new TextEncoder().encode(text), { location, complete: true })
    expect(head).toEqual({ kind: 'skill', skill, diagnostics })
  })

  test('of all blocks together `yaml` reads no more than its budget', () => {
    for (const [, filler] of fillers) {
      const { blocks } = readBlocks(filler, () => false)
      const refused = blocks.filter(({ problem }) => problem?.code === 'yaml/limits').length
      expect(blocks.length - refused).toBeLessThanOrEqual(200)
    }
    const { blocks } = readBlocks('a: @\n'.repeat(200), () => false)
    const parsed = blocks.filter(({ problem }) => problem?.code === 'yaml/syntax').length
    expect(parsed).toBeGreaterThan(20)
    expect(parsed).toBeLessThan(40)
  })

  test('a large block that is refused costs the small ones after it nothing', () => {
    const text = `x:\n  [a, # why\n  ${'[],'.repeat(1000)}]\ny: {a: 1} # why\n`
    const [large, small] = cutBlocks(text)
    const budget = new YamlBudget()
    expect(large && budget.spend(text, large)).toMatchObject({ code: 'yaml/limits', offset: 0 })
    expect(small && budget.spend(text, small)).toBeUndefined()
  })

  test('an escape that is none counts for several tokens, a common one for one', () => {
    const spend = (line: string) => {
      const [block] = cutBlocks(line)
      return block && new YamlBudget().spend(line, block)?.code
    }
    expect(spend(`x: "${'\\n'.repeat(200)}" # why\n`)).toBeUndefined()
    expect(spend(`x: "${'\\xz'.repeat(200)}" # why\n`)).toBe('yaml/limits')
  })

  test('100 fields under metadata with a comment among them are read', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `  k${at}: v\n`).join('')
    const { metadata, diagnostics } = readFields(`metadata:\n  # why\n${lines}`)
    expect(Object.keys(metadata ?? {})).toHaveLength(100)
    expect(diagnostics).toEqual([])
  })

  test('aliases that would repeat more than a frontmatter holds', () => {
    const { diagnostics, extra } = readFields(`x: [&a ${'w'.repeat(8000)}, *a, *a, *a]`)
    expect({ diagnostics, extra }).toEqual({
      diagnostics: ['warning yaml/limits 4:8018'],
      extra: {},
    })
  })
})

describe('more than 200 fields', () => {
  const many = Array.from({ length: 300 }, (_, at) => `k${at}: v\n`).join('')

  test('the rest is left out, with one warning at the first of them', () => {
    const { extra, diagnostics } = readFields(many.trimEnd())
    expect(Object.keys(extra ?? {})).toHaveLength(198)
    expect(diagnostics).toEqual(['warning yaml/limits 202:1'])
  })

  test('but never a field that Skillet knows', () => {
    const { skill } = parseSkill(`---\nname: demo\n${many}description: Shows\nk1: w\n---\n`, {
      location,
    })
    expect(skill?.description).toBe('Shows')
  })
})

describe('remarks on one file', () => {
  const hooks = (count: number) =>
    `hooks:\n${Array.from({ length: count }, (_, at) => `  h${at}: x\n`).join('')}`.trimEnd()

  test('20 are kept', () => {
    expect(readFields(hooks(20)).diagnostics).toHaveLength(20)
  })

  test('then one says how many more of which kind, and how grave', () => {
    const infos = parseSkill(`---\nname: demo\ndescription: d\n${hooks(23)}\n---\n`, { location })
    expect(infos.diagnostics).toHaveLength(21)
    expect(infos.diagnostics.at(-1)).toEqual({
      code: 'report/limit',
      severity: 'info',
      message: '3 more remarks on this file are left out: 3 × field/not-run.',
      file: location,
      hint: 'Mend what is reported above, then look again.',
    })
    const mixed = parseSkill(
      `---\nname: demo\ndescription: d\n${hooks(23)}\nuser-invocable: perhaps\n---\n`,
      { location },
    )
    const warning = mixed.diagnostics.some(({ code }) => code === 'flags/unreadable')
    expect(warning || mixed.diagnostics.at(-1)?.severity === 'warning').toBe(true)
  })

  test('an error is never among those left out', () => {
    const fields = Array.from({ length: 30 }, (_, at) => `k${at}: @\n`).join('')
    const { skill, diagnostics } = parseSkill(`---\nname: demo\n${fields}---\n`, { location })
    expect(skill).toBeUndefined()
    expect(diagnostics.map(({ severity }) => severity)).toContain('error')
    expect(diagnostics).toHaveLength(22)
  })
})
