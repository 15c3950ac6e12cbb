import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankSecrets, listedEnvironment, secretBlanker } from './environment.ts'

describe('listedEnvironment', () => {
  it('threat E2: keeps paths, locale and terminal, and nothing that looks like a key', () => {
    const kept = listedEnvironment({
      PATH: '/bin',
      HOME: '/home/me',
      LC_ALL: 'C',
      TZ: 'UTC',
      OPENAI_API_KEY: 'sk-1',
      AWS_SECRET_ACCESS_KEY: 'x',
      GITHUB_TOKEN: 'x',
      LC_SECRET_TOKEN: 'x',
      RIPGREP_CONFIG_PATH: '/evil',
      GIT_EXTERNAL_DIFF: '/evil',
      BASH_ENV: '/evil',
      LD_PRELOAD: '/evil',
      NODE_OPTIONS: '--require /evil',
      HTTPS_PROXY: 'http://me:password@proxy:8080',
      NO_PROXY: 'localhost',
      LANG: undefined,
    })
    expect(kept).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      LC_ALL: 'C',
      TZ: 'UTC',
      NO_PROXY: 'localhost',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: 'false',
      SKILLET_CHILD: '1',
    })
  })
})

describe('blanking secrets', () => {
  it('blanks every known value, the longer first, and leaves short ones alone', () => {
    const secrets = ['sk-abcdefgh', 'sk-abcdefgh-long', 'true']
    expect(blankSecrets('a sk-abcdefgh-long b sk-abcdefgh c true', secrets)).toBe(
      'a [secret removed] b [secret removed] c true',
    )
  })

  it('law: however text is cut into pieces, it comes out as if it were whole', () => {
    const secrets = ['aabbaabb', 'aabbaabbaa', 'bbbbaaaa']
    const text = fc.stringMatching(/^[ab ]{0,60}$/u)
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 6 }), (whole, cuts) => {
        const blanker = secretBlanker(secrets)
        const places = [
          0,
          ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b),
          whole.length,
        ]
        const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
        const shown = pieces.map((piece) => blanker.push(piece)).join('') + blanker.end()
        for (const secret of secrets) expect(shown).not.toContain(secret)
        if (!secrets.some((secret) => whole.includes(secret))) expect(shown).toBe(whole)
      }),
      { numRuns: 1000 },
    )
  })
})
