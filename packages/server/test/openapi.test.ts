import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from './read.ts'
import { openServer, type ServerWorld } from './server-world.ts'

const page = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))

let world: ServerWorld
beforeAll(async () => {
  world = await openServer({ options: { version: '1' } })
})
afterAll(() => world.close())

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly responses: Readonly<Record<string, unknown>>
}

const readDocument = () => read<Document>(world.call('/api/openapi.json'))

describe('the OpenAPI document', () => {
  it('is docs/openapi.json; to write it: node scripts/openapi.mjs', async () => {
    const document = await readDocument()
    if (process.env['WRITE_OPENAPI']) writeFileSync(page, JSON.stringify(document))
    expect(document).toEqual(JSON.parse(readFileSync(page, 'utf8')))
  })

  it('has each route of the contract', async () => {
    const { paths } = await readDocument()
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(found.toSorted()).toEqual(
      [
        'POST /api/access',
        'GET /api/session',
        'GET /api/live',
        'GET /api/openapi.json',
        'POST /api/chat',
        'GET /api/chat/{id}/stream',
        'POST /api/attachments',
        'GET /api/attachments/{hash}',
        'GET /api/conversations',
        'GET /api/conversations/search',
        'GET /api/conversations/{id}',
        'PATCH /api/conversations/{id}',
        'DELETE /api/conversations/{id}',
        'POST /api/conversations/{id}/stop',
        'POST /api/conversations/{id}/move',
        'GET /api/conversations/{id}/export',
        'GET /api/conversations/{id}/requests',
        'GET /api/conversations/{id}/images/{callId}',
        'POST /api/conversations/{id}/preview',
        'PATCH /api/conversations/{id}/queue/{messageId}',
        'DELETE /api/conversations/{id}/queue/{messageId}',
        'POST /api/conversations/{id}/approvals/{approvalId}',
        'GET /api/skills',
        'GET /api/skills/details',
        'GET /api/skills/file',
        'POST /api/skills/enabled',
        'GET /api/trust',
        'POST /api/trust',
        'GET /api/settings',
        'PATCH /api/settings',
        'PUT /api/settings/keys/{provider}',
        'DELETE /api/settings/keys/{provider}',
        'DELETE /api/settings/rules/{id}',
        'POST /api/models/test',
      ].toSorted(),
    )
  })

  it('says of each route what it does and gives', async () => {
    const { paths } = await readDocument()
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { tags, summary, responses }] of Object.entries(methods)) {
        const said = {
          tags: tags?.length,
          summary: typeof summary,
          gives: Object.keys(responses).length > 0,
        }
        expect([method, path, said]).toEqual([
          method,
          path,
          { tags: 1, summary: 'string', gives: true },
        ])
      }
    }
  })
})
