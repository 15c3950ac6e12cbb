import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@skillet/core'
import { afterAll, expect, test } from 'vitest'
import { createModels } from '../src/model/index.ts'

const page = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json)
const folder = mkdtempSync(join(tmpdir(), 'skillet-models-page-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('docs/models.md has examples of settings', () => {
  expect(examples.length).toBeGreaterThanOrEqual(4)
})

test.each(examples)(
  'docs/models.md: the settings %s name a model that can be had',
  async (json) => {
    writeFileSync(join(folder, 'settings.json'), json, { mode: 0o600 })
    const places = { home: folder, config: folder, state: folder }
    const settings = readSettings({ cwd: join(folder, 'work'), places })
    expect(settings.diagnostics).toEqual([])

    const models = createModels({
      environment: { OPENROUTER_API_KEY: 'key-0123456789' },
      settings,
      // Nothing is sent anywhere: even Ollama's question about its window fails at once.
      fetch: () => Promise.reject(new Error('offline')),
    })

    expect(await models.choose()).toMatchObject({ kind: 'provider', id: settings.user.model })
  },
)

test('docs/models.md names every variable that is looked at', async () => {
  const models = createModels({
    environment: {},
    fetch: () => Promise.reject(new Error('offline')),
  })
  for (const { place, looked } of await models.findings()) {
    if (place === 'environment') expect(page).toContain(`\`${looked}\``)
  }
})
