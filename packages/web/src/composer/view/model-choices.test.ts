import type { SettingsPage } from '@skillet/server/contract'
import { describe, expect, it } from 'vitest'
import { choicesIn, modelNamed } from './model-choices.ts'

const provider = (
  name: string,
  usable: boolean,
  models: string[],
): SettingsPage['providers'][number] => ({
  name,
  local: false,
  key: { kind: 'missing' },
  usable,
  models,
})
const settings = {
  aliases: [
    { alias: 'fast', id: 'one/small' },
    { alias: 'keyless', id: 'two/other' },
  ],
  providers: [provider('one', true, ['small', 'large']), provider('two', false, ['other'])],
}

describe('the models that can be chosen', () => {
  it('are the short names, then the models, of each provider that can be used', () => {
    expect(choicesIn(settings)).toEqual([
      { alias: 'fast', id: 'one/small' },
      { id: 'one/small' },
      { id: 'one/large' },
    ])
  })

  it('are named by their id or short name', () => {
    expect(modelNamed(settings, 'fast')).toBe('fast')
    expect(modelNamed(settings, 'one/large')).toBe('one/large')
  })

  it('are all of a provider that can be used, also those that it does not list', () => {
    expect(modelNamed(settings, 'one/unlisted')).toBe('one/unlisted')
    for (const wanted of ['one/', 'one', 'two/other', 'keyless', 'three/x'])
      expect(modelNamed(settings, wanted)).toBeUndefined()
  })
})
