import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type ProtocolServer,
  type Script,
  says,
  startOpenAI,
} from '../../agent/test/servers/index.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

let world: World | undefined
let server: ProtocolServer | undefined
afterEach(async () => {
  world?.remove()
  await server?.close()
  world = undefined
  server = undefined
})

function schemaOf(name: string): z.ZodType {
  const file = fileURLToPath(new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url))
  return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')))
}

/** A world with a skill and a model on loopback that follows the script. */
async function open(script: Script, options?: WorldOptions) {
  const model = await startOpenAI(script)
  server = model
  const made = createWorld(options)
  world = made
  made.write(
    '~/.config/skillet/settings.json',
    JSON.stringify({
      model: 'local/test-model',
      providers: { local: { kind: 'openai-compatible', baseURL: model.baseURL } },
    }),
  )
  made.skill('~/.claude/skills', 'pdf', { 'argument-hint': '<file>' }, 'Read $ARGUMENTS.')
  const listed = async (...words: string[]) =>
    JSON.parse((await made.run('conversations', '--json', ...words)).stdout)
  const idOf = async (title: string): Promise<string> =>
    (await listed('--all')).conversations.find((one: { title?: string }) => one.title === title).id
  const messages = (request: number) => {
    const body: { messages?: readonly { role: string }[] } = JSON.parse(
      JSON.stringify(model.requests[request]?.body),
    )
    return JSON.stringify(body.messages?.filter(({ role }) => role !== 'system'))
  }
  return { world: made, listed, idOf, messages, requests: () => model.requests.length }
}

const database = (home: string) => join(home, '.local/state/skillet/conversations/conversations.db')

describe('skillet run in a conversation', () => {
  it('--continue goes on in the latest one of this folder', async () => {
    const { world, messages, listed } = await open([says('Three fields.'), says('Still three.')])
    expect((await world.run('run', 'pdf', 'a.pdf')).code).toBe(0)
    const { code, stdout } = await world.run('run', '--continue', 'pdf', 'b.pdf')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Still three.\n' })
    expect(messages(1)).toContain('Three fields.')
    expect((await listed()).conversations).toMatchObject([{ messages: 4 }])
  })

  it('without a flag each run begins a new one, and prints nothing about it', async () => {
    const { world, messages, listed } = await open([says('One.'), says('Two.')])
    await world.run('run', 'pdf', 'a.pdf')
    const { stderr } = await world.run('run', 'pdf', 'b.pdf')
    expect(stderr).not.toContain('onversation')
    expect(messages(1)).not.toContain('One.')
    expect((await listed()).conversations).toHaveLength(2)
  })

  it('--resume goes on in the one that an id names, or its beginning', async () => {
    const { world, messages, idOf } = await open([says('One.'), says('Two.'), says('Three.')])
    await world.run('run', 'pdf', 'a.pdf')
    await world.run('run', 'pdf', 'b.pdf')
    const id = await idOf('/pdf a.pdf')
    expect((await world.run('run', '--resume', id.slice(0, 9), 'pdf', 'c.pdf')).code).toBe(0)
    expect(messages(2)).toContain('One.')
    expect(messages(2)).not.toContain('Two.')
  })

  it('--json says in which one it goes on', async () => {
    const { world, idOf } = await open([says('One.'), says('Two.')])
    await world.run('run', 'pdf', 'a.pdf')
    const { stdout } = await world.run('run', '--json', '--continue', 'pdf', 'b.pdf')
    const [start] = stdout
      .split('\n')
      .filter((line) => line.includes('"turn-start"'))
      .map((line) => JSON.parse(line))
    expect(start.conversationId).toBe(await idOf('/pdf a.pdf'))
  })

  it('--dry-run shows what stands before, and keeps nothing', async () => {
    const { world, listed, requests } = await open([says('Three fields.')])
    await world.run('run', 'pdf', 'a.pdf')
    const { stdout } = await world.run('run', '--dry-run', '--continue', 'pdf', 'b.pdf')
    expect(stdout).toContain('Three fields.')
    expect(requests()).toBe(1)
    expect((await listed()).conversations).toMatchObject([{ messages: 2 }])
  })

  it.each([
    [
      '--continue, where there is none',
      ['--continue'],
      'There is no conversation in this folder yet.',
    ],
    ['an id that nobody has', ['--resume', 'ffff'], 'There is no conversation ffff.'],
    ['an empty id', ['--resume', ''], '--resume names no conversation: its id is empty.'],
    ['both flags', ['--continue', '--resume', 'a'], "cannot be used with option '--continue'"],
  ])('%s: nothing is sent, and why is said', async (_, flags, sentence) => {
    const { world, requests } = await open([])
    const { code, stderr } = await world.run('run', ...flags, 'pdf', 'a.pdf')
    expect(stderr).toContain(sentence)
    expect(code).toBe(2)
    expect(requests()).toBe(0)
  })

  it('--resume of another folder says where to go on', async () => {
    const { world, idOf } = await open([says('One.')])
    world.write('~/elsewhere/file', '')
    await world.run('run', '--cwd', join(world.home, 'elsewhere'), 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    const { code, stderr } = await world.run('run', '--resume', id, 'pdf', 'b.pdf')
    expect(stderr).toContain('That conversation is about another folder: ~/elsewhere.')
    expect(stderr.replace(/\s+/gu, ' ')).toContain(
      `Go on there: skillet run --cwd ~/elsewhere --resume ${id} SKILL`,
    )
    expect(code).toBe(2)
  })

  it('the command it names is one, whatever the folder is called', async () => {
    const { world, idOf } = await open([says('One.')])
    world.write("~/else where's/file", '')
    await world.run('run', '--cwd', join(world.home, "else where's"), 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    const { stderr } = await world.run('run', '--resume', id, 'pdf', 'b.pdf')
    expect(stderr.replace(/\s+/gu, ' ')).toContain(
      `skillet run --cwd ~/'else where'\\''s' --resume ${id} SKILL`,
    )
  })
})

describe('a store that cannot be opened', () => {
  it('run says so in one sentence and does its work all the same', async () => {
    const { world } = await open([says('One.'), says('Two.')])
    await world.run('run', 'pdf', 'a.pdf')
    const newer = new Database(database(world.home))
    newer.exec('PRAGMA user_version = 999')
    newer.close()
    const { code, stdout, stderr } = await world.run('run', 'pdf', 'b.pdf')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Two.\n' })
    expect(stderr.replace(/\s+/gu, ' ')).toContain(
      '! This conversation is not kept: ' +
        `${database(world.home)} was written by a newer Skillet (version 999 of the store;`,
    )
    const shown = await world.run('conversations')
    expect(shown.code).toBe(1)
    expect(shown.stderr).toContain('hint: Update Skillet: npm install -g skillet')
    expect((await world.run('run', '--continue', 'pdf', 'b.pdf')).code).toBe(2)
  })

  it('doctor says how many there are, and what is wrong where there are none to be had', async () => {
    const { world } = await open([says('One.')])
    expect((await world.run('doctor')).stdout).toMatch(/✓ .*conversations\s+none yet/u)
    await world.run('run', 'pdf', 'a.pdf')
    expect((await world.run('doctor')).stdout).toMatch(/✓ .*conversations\s+1 conversation/u)
    writeFileSync(database(world.home), 'Dear diary, '.repeat(500))
    const { checks } = JSON.parse((await world.run('doctor', '--json')).stdout)
    expect(checks.find(({ area }: { area: string }) => area === 'Conversations')).toMatchObject({
      status: 'warning',
      detail: `${database(world.home)} is damaged, so no conversation can be read from it.`,
    })
  })

  it('a state folder that is none: the same', async () => {
    const { world } = await open([says('One.')])
    world.write('~/.local/state/skillet/conversations', '')
    const { code, stderr } = await world.run('run', 'pdf', 'a.pdf')
    expect(stderr).toContain('! This conversation is not kept:')
    expect(code).toBe(0)
  })
})

describe('the title of a conversation', () => {
  it('is made by the model on a terminal, beside the turn', async () => {
    const title = { role: 'assistant', content: 'Fields of a form' }
    const written = {
      kind: 'raw' as const,
      contentType: 'application/json',
      body: JSON.stringify({ choices: [{ index: 0, message: title, finish_reason: 'stop' }] }),
    }
    const script = [says('Three fields.'), written]
    const { world, listed, requests } = await open(script, { terminal: true })
    const { code, screen } = await world.run('run', 'pdf', 'a.pdf')
    expect(code).toBe(0)
    expect(screen).toContain('Three fields.')
    expect(screen).not.toContain('Fields of a form')
    expect(requests()).toBe(2)
    expect((await listed()).conversations).toMatchObject([{ title: 'Fields of a form' }])
  })

  it.each([
    ['in a pipe', {}, ['pdf', 'a.pdf']],
    ['with --json', { terminal: true }, ['--json', 'pdf', 'a.pdf']],
  ])('is made of the first words %s, without a request', async (_, options, words) => {
    const { world, listed, requests } = await open([says('Three fields.')], options)
    expect((await world.run('run', ...words)).code).toBe(0)
    expect(requests()).toBe(1)
    expect((await listed()).conversations).toMatchObject([{ title: '/pdf a.pdf' }])
  })

  it('where there is none yet, a list shows what was typed first', async () => {
    const { world, idOf } = await open([says('The invoice.')])
    await world.run('run', 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    const opened = new Database(database(world.home))
    opened.exec('UPDATE conversations SET title = NULL')
    opened.close()
    expect((await world.run('conversations')).stdout).toContain('  /pdf a.pdf\n')
    expect((await world.run('conversations', '--search', 'invoice')).stdout).toContain(
      '  /pdf a.pdf\n',
    )
    expect((await world.run('conversations', 'delete', '--yes', id)).stderr).toContain(
      '/pdf a.pdf is deleted.',
    )
  })
})

describe('skillet conversations', () => {
  it('lists this folder’s, the last changed first; --all those of every folder', async () => {
    const { world, idOf } = await open([says('One.'), says('Two.')])
    world.write('~/elsewhere/file', '')
    await world.run('run', 'pdf', 'a.pdf')
    await world.run('run', '--cwd', join(world.home, 'elsewhere'), 'pdf', 'b.pdf')
    const { code, stdout } = await world.run('conversations')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^[0-9a-f]{16} {2}\d{4}-\d\d-\d\d \d\d:\d\d {4}2 messages {2}\/pdf a\.pdf\n$/u,
    )
    const all = await world.run('conversations', '--all')
    expect(all.stdout.split('\n')[0]).toContain('/pdf b.pdf · ~/elsewhere')
    expect(all.stdout).toContain(await idOf('/pdf a.pdf'))
  })

  it('says how many more there are', async () => {
    const { world } = await open([says('One.'), says('Two.'), says('Three.')])
    for (const file of ['a', 'b', 'c']) await world.run('run', 'pdf', file)
    const { stdout, stderr } = await world.run('conversations', '--limit', '1')
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stderr).toContain('2 older ones not shown: --limit 3')
    expect((await world.run('conversations', '--limit', 'x')).code).toBe(2)
  })

  it('says that there is none', async () => {
    const { world } = await open([])
    const { code, stdout, stderr } = await world.run('conversations')
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No conversation of this folder is kept.\n',
    })
  })

  it('--search finds words of questions and answers, with their surroundings', async () => {
    const { world } = await open([says('The invoice has three fields.'), says('Nothing here.')])
    await world.run('run', 'pdf', 'a.pdf')
    await world.run('run', 'pdf', 'b.pdf')
    const { stdout } = await world.run('conversations', '--search', 'INVOICE fields')
    expect(stdout).toMatch(
      /^[0-9a-f]{16} .* {2}\/pdf a\.pdf\n {4}The invoice has three fields\.\n$/u,
    )
    const none = await world.run('conversations', '--search', 'nowhere at all')
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing holds these words.\n' })
  })

  it('--json follows its schema', async () => {
    const { world, listed } = await open([says('The invoice.')])
    await world.run('run', 'pdf', 'a.pdf')
    const schema = schemaOf('conversations')
    const list = await listed()
    expect(schema.safeParse(list).error).toBeUndefined()
    expect(list.conversations).toMatchObject([{ title: '/pdf a.pdf', messages: 2 }])
    const hits = await listed('--search', 'invoice')
    expect(schema.safeParse(hits).error).toBeUndefined()
    expect(hits.hits).toMatchObject([{ excerpt: 'The invoice.' }])
    expect(schema.safeParse({ version: 1 }).success).toBe(false)
  })

  it('export prints what was typed and answered, never the skill’s text', async () => {
    const { world, idOf } = await open([says('Three **fields**.')])
    await world.run('run', 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    const page = await world.run('conversations', 'export', id)
    expect(page.stdout).toContain('# /pdf a.pdf\n')
    expect(page.stdout).toContain('> Three **fields**.')
    expect(page.stdout).not.toContain('Read a.pdf.')
    const json = await world.run('conversations', 'export', id, '--format', 'json')
    expect(schemaOf('conversation').safeParse(JSON.parse(json.stdout)).error).toBeUndefined()
    expect(json.stdout).not.toContain('Read a.pdf.')
  })

  it('delete asks, and deletes really', async () => {
    const answers = ['n', 'y']
    const { world, idOf, listed } = await open([says('swordfish')], { terminal: true, answers })
    await world.run('run', 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    expect((await world.run('conversations', 'delete', id)).code).toBe(0)
    expect((await listed()).conversations).toHaveLength(1)
    const { code, stderr } = await world.run('conversations', 'delete', id)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '✓ /pdf a.pdf is deleted.\n' })
    expect((await listed()).conversations).toEqual([])
  })

  it('delete says where a program that reads holds older copies for a while', async () => {
    const { world, idOf, listed } = await open([says('swordfish')])
    await world.run('run', 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    const reader = new Database(database(world.home))
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM messages').all()
    const { code, stderr } = await world.run('conversations', 'delete', '--yes', id)
    reader.close()
    expect(code).toBe(0)
    expect(stderr.replace(/\s+/gu, ' ')).toContain('older copies of its text are on the disk still')
    expect((await listed()).conversations).toEqual([])
  })

  it('delete asks nobody where nobody is, and --yes is a yes', async () => {
    const { world, idOf, listed } = await open([says('One.')])
    await world.run('run', 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    const { code, stderr } = await world.run('conversations', 'delete', id)
    expect(code).toBe(3)
    expect(stderr.replace(/\s+/gu, ' ')).toContain(
      `not deleted, since nobody can be asked here. hint: To delete it: skillet conversations delete --yes ${id}`,
    )
    expect((await listed()).conversations).toHaveLength(1)
    expect((await world.run('conversations', 'delete', '--yes', id)).code).toBe(0)
    expect((await listed()).conversations).toEqual([])
  })

  it('a command of the model deletes nothing', async () => {
    const environment = { SKILLET_CHILD: '1' }
    const { world, idOf, listed } = await open([says('One.')], { environment })
    await world.run('run', 'pdf', 'a.pdf')
    const id = await idOf('/pdf a.pdf')
    expect((await world.run('conversations', 'delete', '--yes', id)).code).toBe(3)
    expect((await listed()).conversations).toHaveLength(1)
  })

  it.each([
    [['delete'], 'Which conversation? skillet conversations delete ID'],
    [['export', 'ffff'], 'There is no conversation ffff.'],
    [['invoice'], 'To search: skillet conversations --search "invoice"'],
  ])('conversations %j is told how', async (words, sentence) => {
    const { world } = await open([])
    const { code, stderr } = await world.run('conversations', ...words)
    expect(stderr).toContain(sentence)
    expect(code).toBe(2)
  })
})
