import { createRoute } from '@hono/zod-openapi'
import {
  describeTrust,
  type Entry,
  keepTrust,
  type SetEnabledResult,
  setEnabled,
  trustOwnSettings,
} from '@skillet/core'
import { forDeciders } from '../access/index.ts'
import {
  type EnableRequest,
  enableRequest,
  skillDetails,
  skillFile,
  skillFileQuery,
  skillList,
  skillQuery,
} from '../contract/index.ts'
import { notFound, RequestFailure } from '../failure.ts'
import { detailsOf, fileOf, listShape } from '../skills/index.ts'
import type { World } from '../types.ts'
import { body, done, gives } from './answers.ts'
import { newRoutes } from './app.ts'
import { tellSession } from './tell-session.ts'

const tags = ['Skills']

const list = createRoute({
  method: 'get',
  path: '/api/skills',
  tags,
  summary: 'Every file that looked like a skill, and its state',
  responses: gives('All entries, in order of precedence.', skillList),
})

const details = createRoute({
  method: 'get',
  path: '/api/skills/details',
  tags,
  summary: 'Everything about one skill',
  request: { query: skillQuery },
  responses: gives('Fields, instructions, files, why, diagnostics with excerpts.', skillDetails),
})

const file = createRoute({
  method: 'get',
  path: '/api/skills/file',
  tags,
  summary: "A file of a skill's folder",
  request: { query: skillFileQuery },
  responses: gives('Its text, where it is one.', skillFile),
})

const enabled = createRoute({
  method: 'post',
  path: '/api/skills/enabled',
  tags,
  summary: 'Enable or disable a skill, here or everywhere',
  ...forDeciders,
  request: { body: body(enableRequest) },
  responses: done('Written into the settings.'),
})

/** `/api/skills…` */
export function skillRoutes(world: World) {
  return newRoutes()
    .openapi(list, (c) => c.json(listShape(world.library.snapshot), 200))
    .openapi(details, async (c) =>
      c.json(await detailsOf(world, entryAt(world, c.req.valid('query').path)), 200),
    )
    .openapi(file, async (c) => {
      const { path, file } = c.req.valid('query')
      return c.json(await fileOf(entryAt(world, path), file), 200)
    })
    .openapi(enabled, async (c) => {
      await switchSkill(world, c.req.valid('json'))
      return c.body(null, 204)
    })
}

function entryAt({ library }: World, path: string): Entry {
  const entry = library.snapshot.entries.find((one) => one.path === path)
  if (entry === undefined) throw notFound('No skill was found in this file.', 'Look at the list.')
  return entry
}

async function switchSkill(world: World, { path, enabled, where }: EnableRequest): Promise<void> {
  const { library, trust, home, settings: keeper } = world
  const { name, scope } = entryAt(world, path)
  const settings = keeper.read()
  if (where === 'project') refuseUntrusted(world)
  const write = () =>
    setEnabled({
      settings,
      level: where,
      target: { kind: 'skill', term: name, skill: { name, scope, path } },
      enabled,
      home,
      projectTrusted: keeper.projectTrusted(),
    })
  // What the person writes into a project that they trust stays trusted.
  const result =
    where === 'user'
      ? await write()
      : await trustOwnSettings({ ...trust, settings }, () =>
          keepTrust({ ...trust, subject: { settings } }, write),
        )
  await library.reload()
  tellSession(world)
  sayWhatCounts(result)
}

/** What is written where nobody trusts the settings does nothing, and success would be a lie. */
function refuseUntrusted({ library, trust, settings }: World): void {
  const description = describeTrust({
    snapshot: library.snapshot,
    ...trust,
    settings: settings.read(),
  })
  if (description.settings === undefined || description.settings.change === 'same') return
  throw new RequestFailure(409, {
    code: 'untrusted',
    message: "This project's settings do not count until you trust them.",
    hint: 'Trust them first, or write into your own settings, for everywhere.',
  })
}

function sayWhatCounts(result: SetEnabledResult): void {
  if (result.kind === 'refused') {
    const [first] = result.diagnostics
    throw new RequestFailure(409, {
      code: 'settings',
      message: first?.message ?? 'The settings hold an error, so nothing was written.',
      ...(first?.hint !== undefined && { hint: first.hint }),
    })
  }
  if (result.prevails === undefined) return
  const { text, list, level, file, line } = result.prevails
  const whose = level === 'project' ? "this project's settings" : 'your settings'
  throw new RequestFailure(409, {
    code: 'prevails',
    message: `It was written, but a stronger rule counts: "${text}" is ${list} in ${whose}.`,
    hint: `Take it out of ${file}${line === undefined ? '' : `:${line}`}.`,
  })
}
