import { posix } from 'node:path'
import { createRoute } from '@hono/zod-openapi'
import {
  type DescribedSkill,
  describeTrust,
  readOrdinaryFile,
  type TrustDescription,
  trustProject,
  untrustProject,
} from '@skillet/core'
import { forDeciders } from '../access/index.ts'
import { type TrustQuestion, trustAnswer, trustQuestion } from '../contract/index.ts'
import { RequestFailure } from '../failure.ts'
import { diagnosticShape } from '../skills/index.ts'
import type { World } from '../types.ts'
import { body, done, gives } from './answers.ts'
import { newRoutes } from './app.ts'
import { tellSession } from './tell-session.ts'

const tags = ['Skills']

const read = createRoute({
  method: 'get',
  path: '/api/trust',
  tags,
  summary: 'What trusting this repository would allow',
  responses: gives('Everything to decide by, and its digest.', trustQuestion),
})

const answer = createRoute({
  method: 'post',
  path: '/api/trust',
  tags,
  summary: 'Trust this repository as it was shown, or trust it no longer',
  ...forDeciders,
  request: { body: body(trustAnswer.meta({ id: 'TrustAnswer' })) },
  responses: done('Stored.'),
})

/** `/api/trust` */
export function trustRoutes(world: World) {
  return newRoutes()
    .openapi(read, async (c) => c.json(await describe(world), 200))
    .openapi(answer, async (c) => {
      const { decision, digest } = c.req.valid('json')
      if (decision === 'untrust') await untrustProject(world.trust)
      else await trust(world, decision === 'mine' ? 'mine' : 'until-changed', digest)
      await world.library.reload()
      tellSession(world)
      return c.body(null, 204)
    })
}

/** How often files may change under our eyes before we give up on showing them as one state. */
const attempts = 5

/**
 * What is shown is what the digest stands for: names and descriptions are of the snapshot, the digest
 * is of the disk, so both are read until neither changes in between.
 */
async function describe(world: World): Promise<TrustQuestion> {
  const { library } = world
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const snapshot = await library.reload()
    const before = readDescription(world)
    const texts = settingsTexts(before)
    const isSame =
      (await library.reload()) === snapshot && readDescription(world).digest === before.digest
    if (isSame) return questionShape(world, before, texts)
  }
  throw new RequestFailure(409, {
    code: 'changing',
    message: 'The files of this repository are changing right now.',
    hint: 'Look again when they rest.',
  })
}

function readDescription({ library, trust, settings }: World): TrustDescription {
  return describeTrust({ snapshot: library.snapshot, ...trust, settings: settings.read() })
}

function settingsTexts({ settings }: TrustDescription): TrustQuestion['settings'] {
  if (settings === undefined) return []
  const read = readOrdinaryFile(settings.file, 1024 * 1024)
  const text =
    read.kind === 'read'
      ? new TextDecoder().decode(read.bytes)
      : `(${read.kind}: it cannot be read)`
  return [{ path: settings.file, text }]
}

function questionShape(
  { library }: World,
  description: TrustDescription,
  settings: TrustQuestion['settings'],
): TrustQuestion {
  const { root, answer, pending, digest, skills } = description
  const findings = new Map(library.snapshot.entries.map((one) => [one.path, one.diagnostics]))
  const changes = skills.flatMap(({ key, fileChanges }) =>
    fileChanges.map(({ path, change }) => ({ path: posix.join(posix.dirname(key), path), change })),
  )
  return {
    root,
    trusted: (answer === 'until-changed' && !pending) || answer === 'mine',
    ...(answer !== undefined && { answer }),
    digest,
    skills: skills.map((one) => ({
      ...skillShape(one),
      // That it is not trusted is what is being asked.
      findings: (findings.get(one.skill.location) ?? [])
        .filter(({ code }) => !code.startsWith('trust/'))
        .map(diagnosticShape),
    })),
    settings,
    ...(answer === 'until-changed' && { changes }),
  }
}

function skillShape({ skill, files, scripts, digest }: DescribedSkill) {
  const hooks = Object.entries(skill.hooks).filter(([, text]) => text !== undefined)
  return {
    path: skill.location,
    name: skill.name,
    description: skill.description,
    files: files.map(({ path, size }) => ({ path, size })),
    scripts: [...scripts],
    hooks: hooks.map(([name, text]) => `${name}: ${text}`),
    tools: [...skill.tools],
    allowedTools: [...skill.allowedTools],
    ...(digest.kind === 'unknown' && { untrustable: digest.reason }),
  }
}

async function trust(
  { library, trust, settings }: World,
  answer: 'until-changed' | 'mine',
  shown: string,
): Promise<void> {
  const result = await trustProject({
    snapshot: library.snapshot,
    ...trust,
    settings: settings.read(),
    answer,
    shown,
  })
  if (result.kind === 'trusted') return
  throw new RequestFailure(409, {
    code: 'changed',
    message: 'Files changed while you were deciding, so nothing is trusted.',
    hint: 'Look at them again.',
  })
}
