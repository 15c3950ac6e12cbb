import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { diagnosticCodes } from './diagnostic.ts'
import { parseSkill } from './format/index.ts'

const page = readFileSync(new URL('../../../docs/diagnostics.md', import.meta.url), 'utf8')

/** The text below each heading that is a code. */
const entries = new Map(
  page
    .split(/^(?=#{2,3} )/m)
    .map((section) => [/^### `(.+)`\n/.exec(section)?.[1], section] as const)
    .filter(([code]) => code !== undefined),
)

describe('docs/diagnostics.md', () => {
  test.each(diagnosticCodes)('explains %s', (code) => {
    const entry = entries.get(code) ?? ''
    expect(entry).toContain(`### \`${code}\``)
    expect(entry.length).toBeGreaterThan(100)
  })

  test('explains nothing that does not exist', () => {
    const codes: readonly string[] = diagnosticCodes
    expect([...entries.keys()].filter((code) => !codes.includes(code ?? ''))).toEqual([])
  })

  const steps = /^(?:fence|yaml|name|description|compatibility|field|flags|tools)\//
  const examples = diagnosticCodes
    .filter((code) => steps.test(code))
    .map((code) => ({ code, text: exampleOf(entries.get(code) ?? '') }))
    .filter(({ text }) => text !== undefined)

  test.each(examples)('the example of $code shows it', ({ code, text }) => {
    const { diagnostics } = parseSkill(text ?? '', { location: '/skills/demo/SKILL.md' })
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code)
    for (const { hint } of diagnostics) expect(hint).toBeTruthy()
  })
})

function exampleOf(entry: string): string | undefined {
  return /^```markdown\n(.*?)^```$/ms.exec(entry)?.[1]
}
