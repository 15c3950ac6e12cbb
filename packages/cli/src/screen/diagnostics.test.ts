import type { Diagnostic } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { type DiagnosticView, renderDiagnostic } from './diagnostics.ts'
import { createStyle } from './terminal.ts'

const view = (source?: string): DiagnosticView => ({
  style: createStyle(false),
  standpoint: { cwd: '/shop', home: '/home/ada' },
  columns: 80,
  readSource: async () => source,
})

const diagnostic = (line: number, column: number, endColumn: number): Diagnostic => ({
  code: 'yaml/syntax',
  severity: 'error',
  message: 'The value holds a colon.',
  file: '/shop/pdf/SKILL.md',
  range: {
    start: { line, column, offset: 0 },
    end: { line, column: endColumn, offset: 0 },
  },
  hint: 'Put it in quotes.',
})

describe('renderDiagnostic', () => {
  it('gives place, severity, message and code, the line with a marker, and what to do', async () => {
    const text = await renderDiagnostic(
      diagnostic(3, 14, 18),
      view('---\nname: pdf\ndescription: a: b\n---'),
    )
    expect(text).toBe(
      [
        'pdf/SKILL.md:3:14 error The value holds a colon. [yaml/syntax]',
        '  3 | description: a: b',
        '    |              ^^^^',
        '  hint: Put it in quotes.',
      ].join('\n'),
    )
  })

  it('puts the marker below wide letters and behind tabs', async () => {
    const text = await renderDiagnostic(diagnostic(1, 4, 6), view('\t文字ab'))
    expect(text.split('\n').slice(1, 3)).toEqual(['  1 |   文字ab', '    |       ^^'])
  })

  it('shows no excerpt where the line or the place is gone', async () => {
    const { range: _, ...whole } = diagnostic(9, 1, 2)
    expect(await renderDiagnostic(diagnostic(9, 1, 2), view('one line'))).not.toContain('|')
    expect(await renderDiagnostic(whole, view('one line'))).toBe(
      'pdf/SKILL.md error The value holds a colon. [yaml/syntax]\n  hint: Put it in quotes.',
    )
  })

  it('cuts a long line to the screen', async () => {
    const text = await renderDiagnostic(diagnostic(1, 1, 300), view('x'.repeat(300)))
    for (const line of text.split('\n').slice(1, 3)) expect(line.length).toBeLessThanOrEqual(80)
  })

  it.each([
    ['{"apiKey": "sk-secret", "x": 1}', '{"apiKey": "•••••••••", "x": 1}'],
    ['{"apikeys": "sk-secret"}', '{"apikeys": "•••••••••"}'],
    ['{"apiKey": sk-secret}', '{"apiKey": ••••••••••'],
    [String.raw`"Authorization": "a\"b", "model": 7`, '"Authorization": "••••", "model": 7'],
  ])('shows of the settings %s no secret', async (line, shown) => {
    const one = { ...diagnostic(1, 1, 2), code: 'settings/invalid' } as const
    expect(await renderDiagnostic(one, view(line))).toContain(`  1 | ${shown}\n`)
    expect(await renderDiagnostic(diagnostic(1, 1, 2), view(line))).toContain(line)
  })

  it('obeys nothing that the file holds', async () => {
    const text = await renderDiagnostic(
      { ...diagnostic(1, 1, 2), message: 'bad\u001b[2J', file: '/shop/a\u202eb' },
      view('x\u001b]0;owned\u0007'),
    )
    expect(text).not.toMatch(/[^\P{Cc}\t\n]|\u202e/u)
    expect(text).toContain('a⟨U+202E⟩b')
  })

  it('names other places it speaks of', async () => {
    const text = await renderDiagnostic(
      { ...diagnostic(1, 1, 2), related: [{ message: 'The winner.', file: '/home/ada/x.md' }] },
      view(),
    )
    expect(text).toContain('  see: ~/x.md The winner.')
  })
})
