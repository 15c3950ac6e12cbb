import type { SettingsPage } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { choicesIn } from './model-choices.ts'

type Provider = SettingsPage['providers'][number]

describe('the models that can be chosen', () => {
  it('are the short names, then those of each provider that can be used', () => {
    const provider = (name: string, usable: boolean, models: string[]): Provider => ({
      name,
      local: false,
      key: { kind: 'missing' },
      usable,
      models,
    })
    expect(
      choicesIn({
        aliases: [{ alias: 'fast', id: 'one/small' }],
        providers: [provider('one', true, ['small', 'large']), provider('two', false, ['other'])],
      }),
    ).toEqual([{ alias: 'fast', id: 'one/small' }, { id: 'one/small' }, { id: 'one/large' }])
  })
})
