import { createRoute, z } from '@hono/zod-openapi'
import type { ListedProvider } from '@skillet/agent'
import { changeSetting, type Settings, type SettingValue } from '@skillet/core'
import { forDeciders } from '../access/index.ts'
import {
  keyRequest,
  type SettingsChange,
  type SettingsPage,
  settingName,
  settingsChange,
  settingsPage,
  testAnswer,
  testRequest,
} from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import { diagnosticShape } from '../skills/index.ts'
import type { World } from '../types.ts'
import { body, done, gives } from './answers.ts'
import { newRoutes } from './app.ts'
import { tellSession } from './tell-session.ts'

const tags = ['Settings']
const keyPath = '/api/settings/keys/{provider}'
/** Names that a settings file may use; a key is written below one that exists. */
const providerParams = z.object({ provider: settingName })
const ruleParams = z.object({ id: z.string().min(1).max(200) })

const read = createRoute({
  method: 'get',
  path: '/api/settings',
  tags,
  summary: 'Settings, where each is from, providers and rules',
  responses: gives('Never a key.', settingsPage),
})

const change = createRoute({
  method: 'patch',
  path: '/api/settings',
  tags,
  summary: 'Change one setting',
  ...forDeciders,
  request: { body: body(settingsChange) },
  responses: done("Written into the user's settings."),
})

const putKey = createRoute({
  method: 'put',
  path: keyPath,
  tags,
  summary: "Keep a provider's key",
  ...forDeciders,
  request: { params: providerParams, body: body(keyRequest.meta({ id: 'KeyRequest' })) },
  responses: done("Written into the user's settings, for its owner alone. It is never read back."),
})

const deleteKey = createRoute({
  method: 'delete',
  path: keyPath,
  tags,
  summary: "Take a provider's key away",
  ...forDeciders,
  request: { params: providerParams },
  responses: done('Taken away.'),
})

const deleteRule = createRoute({
  method: 'delete',
  path: '/api/settings/rules/{id}',
  tags,
  summary: 'Take a rule back',
  ...forDeciders,
  request: { params: ruleParams },
  responses: done('It holds no longer.'),
})

const test = createRoute({
  method: 'post',
  path: '/api/models/test',
  tags,
  summary: 'Send one short request to a model',
  ...forDeciders,
  request: { body: body(testRequest.meta({ id: 'TestRequest' })) },
  responses: gives('Whether it answers. Never what it said.', testAnswer),
})

/** `/api/settings…` and `POST /api/models/test` */
export function settingsRoutes(world: World) {
  const { rules, models } = world
  const tell = () => tellSession(world)
  return newRoutes()
    .openapi(read, async (c) => c.json(await readSettingsPage(world), 200))
    .openapi(change, async (c) => {
      const { field, value } = c.req.valid('json')
      refuseOverridden(world, field)
      await write(world, [field], value ?? undefined)
      tell()
      return c.body(null, 204)
    })
    .openapi(putKey, async (c) => {
      const { provider } = await keyedProvider(world, c.req.valid('param').provider)
      const key = c.req.valid('json').key.trim()
      if (!/^[\x21-\x7e]+$/u.test(key)) {
        throw new RequestFailure(400, {
          code: 'invalid',
          message: 'A key is one word of plain letters, digits and signs.',
          path: 'json.key',
        })
      }
      await write(world, ['providers', provider, 'apiKey'], key)
      tell()
      return c.body(null, 204)
    })
    .openapi(deleteKey, async (c) => {
      const { provider } = await keyedProvider(world, c.req.valid('param').provider)
      await write(world, ['providers', provider, 'apiKey'], undefined)
      tell()
      return c.body(null, 204)
    })
    .openapi(deleteRule, async (c) => {
      if (!(await rules.remove(c.req.valid('param').id))) {
        throw notFound('There is no such rule that Skillet may take back.')
      }
      tell()
      return c.body(null, 204)
    })
    .openapi(test, async (c) =>
      c.json(await models.test(c.req.valid('json').model, c.req.raw.signal), 200),
    )
}

async function readSettingsPage(world: World): Promise<SettingsPage> {
  const { settings: keeper, models, rules } = world
  const settings = keeper.read()
  const { providers, aliases } = await models.list()
  const { user, userFile, projectFile, diagnostics } = settings
  return {
    model: {
      ...origin(world, settings, 'model'),
      ...valued((keeper.projectTrusted() ? settings.project.model : undefined) ?? user.model),
    },
    language: { ...origin(world, settings, 'language'), value: user.language ?? world.language() },
    theme: { ...origin(world, settings, 'theme'), value: user.theme ?? 'system' },
    stepLimit: { ...origin(world, settings, 'stepLimit'), value: user.stepLimit ?? 50 },
    sandbox: {
      value: user.sandbox ?? 'auto',
      ...(user.sandbox === undefined
        ? { from: 'default' as const }
        : { from: 'user' as const, file: userFile }),
      editable: false,
    },
    userFile,
    projectFile,
    providers: providers.map((provider) => providerShape(provider, settings)),
    aliases: aliases.map((alias) => ({ ...alias })),
    rules: rules.list().map((rule) => ({ ...rule })),
    diagnostics: diagnostics.map(diagnosticShape),
  }
}

/** Where a setting comes from, strongest first. */
function origin(
  { settings: keeper }: World,
  { user, project, userFile, projectFile }: Settings,
  field: SettingsChange['field'],
) {
  const override = keeper.overrides?.[field]
  if (override !== undefined) return { from: override, editable: false }
  if (field === 'model' && keeper.projectTrusted() && project.model?.trim()) {
    return { from: 'project' as const, file: projectFile, editable: false }
  }
  return user[field] === undefined
    ? { from: 'default' as const, editable: true }
    : { from: 'user' as const, file: userFile, editable: true }
}

function valued<T>(value: T | undefined): { value?: T } {
  return value === undefined ? {} : { value }
}

function providerShape(
  { name, local, usable, key, variable, models }: ListedProvider,
  { user }: Settings,
): SettingsPage['providers'][number] {
  return { name, local, usable, key: keyShape(), models: [...models] }

  function keyShape(): SettingsPage['providers'][number]['key'] {
    const own = user.providers?.[name]?.apiKey?.trim()
    if (own) return { kind: 'set', endsIn: lastLetters(own) }
    if (key === 'found') return { kind: 'environment', variable: variable ?? '' }
    return { kind: key }
  }
}

/** Enough to know a key again, and nothing of one so short that it would be told. */
function lastLetters(key: string): string {
  return key.length < 16 ? '' : key.slice(-4)
}

function refuseOverridden(world: World, field: SettingsChange['field']): void {
  const { from, editable } = origin(world, world.settings.read(), field)
  if (editable) return
  throw new RequestFailure(409, {
    code: 'overridden',
    message: `This is set by a higher place (${from}), so a change here would do nothing.`,
    hint: 'Change it there.',
  })
}

async function keyedProvider({ models }: World, name: string): Promise<{ provider: string }> {
  const { providers } = await models.list()
  if (providers.some((one) => one.name === name)) return { provider: name }
  throw notFound(`No provider is called ${name}.`, 'Name it in your settings first.')
}

async function write(
  { settings }: World,
  path: readonly string[],
  value: SettingValue | undefined,
): Promise<void> {
  const result = await changeSetting(settings.read(), path, value)
  if (result.kind !== 'refused') return
  const [first] = result.diagnostics
  throw new RequestFailure(409, {
    code: 'settings',
    message: first?.message ?? 'The settings hold an error, so nothing was written.',
    hint: first?.hint ?? `Look at ${settings.read().userFile}`,
  })
}
