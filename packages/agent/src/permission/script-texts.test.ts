import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workspaceFixture } from '../tools/workspace-fixture.ts'
import { harmlessAwk, harmlessSed } from './script-texts.ts'

/** Runs only what was taken for harmless, on lines that name a program which leaves a trace. */
function traceOf(
  program: string,
  harmless: (words: readonly string[]) => boolean,
  pieces: readonly string[],
): number {
  using at = workspaceFixture()
  const bin = `${at.home}/bin`
  at.files({
    input: 'stranger\nx stranger\n',
    [`${bin}/stranger`]: `#!/bin/sh\necho ran > '${at.path('ran')}'\n`,
  })
  chmodSync(`${bin}/stranger`, 0o755)
  let ran = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }), (parts) => {
      const script = parts.join('')
      if (!harmless([script, 'input'])) return
      ran += 1
      const env = { PATH: `${bin}:${process.env['PATH']}` }
      spawnSync(program, ['--', script, 'input'], { cwd: at.workspace, env, timeout: 1000 })
      expect([script, readdirSync(at.workspace)]).toEqual([script, ['input']])
    }),
    { numRuns: 2000 },
  )
  return ran
}

const has = (program: string): boolean =>
  spawnSync(program, [program === 'sed' ? 'p' : '1'], { input: '' }).status === 0

describe('what is taken for harmless leaves no trace when it runs', () => {
  it.runIf(has('sed'))(
    'sed',
    () => {
      const pieces = [
        's/stranger/x/',
        's/x //',
        's|x||',
        '/x/',
        ...'1,$!pdewgIM;\n{}[]\\/|#=&nNDr'.split(''),
        ' stranger',
        ' made',
        'y/a/b/',
      ]
      expect(traceOf('sed', harmlessSed, pieces)).toBeGreaterThan(30)
    },
    60_000,
  )

  it.runIf(has('awk'))(
    'awk',
    () => {
      const pieces = [
        '{',
        '}',
        '$0',
        'print ',
        'printf ',
        'system(',
        '"stranger"',
        '"made"',
        ')',
        'BEGIN',
        ...'>|;/x1=,<(\n"'.split(''),
        'getline ',
        '||',
      ]
      expect(traceOf('awk', harmlessAwk, pieces)).toBeGreaterThan(30)
    },
    60_000,
  )
})

describe('scripts', () => {
  it('take no time to look at', () => {
    for (const script of [
      `s/${'[a]'.repeat(600)}`,
      `s${'\\a'.repeat(900)}`,
      `${'1,2p;'.repeat(390)}e`,
      `/${'a'.repeat(1900)}`,
    ]) {
      expect(harmlessSed([script, 'x'])).toBe(false)
    }
  })
})
