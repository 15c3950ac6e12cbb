import { createRoute } from '@hono/zod-openapi'
import { describeTrust, type Language } from '@skillet/core'
import { isLoopback } from '../access/index.ts'
import { type Session, session } from '../contract/index.ts'
import { countStates } from '../skills/index.ts'
import type { World } from '../types.ts'
import { gives } from './answers.ts'
import { newRoutes } from './app.ts'
import { languageFor } from './language.ts'

const route = createRoute({
  method: 'get',
  path: '/api/session',
  tags: ['Begin'],
  summary: 'What a page begins with',
  responses: gives('Folder, language, model, skills, trust.', session),
})

/** `GET /api/session` */
export function sessionRoutes(world: World) {
  return newRoutes().openapi(route, async (c) =>
    c.json(await readSession(world, languageFor(world, c.req.header('accept-language'))), 200),
  )
}

async function readSession(world: World, language: Language): Promise<Session> {
  const { library, settings, access } = world
  const { entries } = library.snapshot
  const skills = countStates(entries)
  const waiting = waitingForTrust(world)
  return {
    version: 1,
    skillet: world.version,
    start: world.start,
    workspace: world.workspace,
    home: world.home,
    language,
    theme: settings.read().user.theme ?? 'system',
    model: await chosenModel(world),
    findings: (await world.models.findings()).map((finding) => ({ ...finding })),
    skills,
    ...(waiting && { trust: waiting }),
    sandbox: { ...world.sandbox },
    exposed: !isLoopback(access.host ?? '127.0.0.1'),
    command: world.command,
  }
}

async function chosenModel({ models, settings }: World): Promise<Session['model']> {
  const choice = await models.choose(settings.overrides?.model && undefined)
  if (choice.kind === 'unavailable') {
    const { id, message, hint } = choice
    return { id, guided: false, reason: message, images: false, problem: { message, hint } }
  }
  const { id, reason, contextWindow } = choice
  if (choice.kind === 'guided') return { id, guided: true, reason, contextWindow, images: false }
  return { id, guided: false, reason, contextWindow, images: choice.images }
}

/** Skills, or settings alone, that nobody has decided about in their present state. */
function waitingForTrust({ library, trust, settings }: World): Session['trust'] {
  const { snapshot } = library
  const skills = snapshot.entries.filter(({ state }) => state === 'untrusted').length
  if (skills > 0) return { root: trust.root, skills }
  const { pending, root } = describeTrust({ snapshot, ...trust, settings: settings.read() })
  return pending ? { root, skills: 0 } : undefined
}
