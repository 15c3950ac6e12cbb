import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knowledge, ModelCatalogue } from '@skillet/agent'
import { createEngine, MemoryStore, type Rule } from '@skillet/agent'
import { openLibrary } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { createStyle } from '../screen/terminal.ts'
import { listenOn } from './address.ts'
import { currentKnowledge } from './knowledge.ts'
import { currentModels } from './models.ts'
import { remembered } from './remembered.ts'
import { servedRules } from './rules.ts'
import { closeEngine } from './stop.ts'

function terminal() {
  const said: string[] = []
  const output = {
    isTerminal: false,
    redraws: false,
    columns: Number.POSITIVE_INFINITY,
    style: createStyle(false),
    write: (text: string) => void said.push(text),
  }
  const context: Pick<Context, 'terminal'> = {
    terminal: { stdout: output, stderr: output, interactive: false },
  }
  return { context, said }
}

describe('the port', () => {
  const taken = (...ports: readonly number[]) => {
    const tried: number[] = []
    const listen = async (port: number) => {
      tried.push(port)
      if (ports.includes(port)) throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' })
      const given = port === 0 ? 50_000 : port
      return { port: given, origin: `http://127.0.0.1:${given}` }
    }
    return { listen, tried }
  }

  it('is the usual one, without a word', async () => {
    const { context, said } = terminal()
    expect(await listenOn(context, taken(), undefined)).toMatchObject({ port: 4747 })
    expect(said).toEqual([])
  })

  it('is the next free one where the usual one is taken, which is said', async () => {
    const { context, said } = terminal()
    const server = taken(4747, 4748)
    expect(await listenOn(context, server, undefined)).toMatchObject({ port: 4749 })
    expect(said.join('')).toBe('! Port 4747 is taken, so it is 4749 this time.\n')
  })

  it('is any free one where many are taken', async () => {
    const all = Array.from({ length: 30 }, (_, at) => 4747 + at)
    const { context } = terminal()
    expect(await listenOn(context, taken(...all), undefined)).toMatchObject({ port: 50_000 })
  })

  it('is the one that was named, or none', async () => {
    const { context, said } = terminal()
    const server = taken(8080)
    expect(await listenOn(context, server, 8080)).toBeUndefined()
    expect(server.tried).toEqual([8080])
    expect(said.join('')).toContain('Another program listens on port 8080.')
  })
})

describe('what is as it is at the moment', () => {
  it('models are made anew where settings changed, and looked for anew where somebody asks', async () => {
    let [made, settings, now] = [0, 'a', 0]
    const create = (): ModelCatalogue => {
      made += 1
      const id = `${settings}${made}`
      return {
        choose: async () => ({ kind: 'unavailable', id, message: '', hint: '' }),
        resolve: async () => ({ kind: 'unavailable', id, message: '', hint: '' }),
        findings: async () => [],
        list: async () => ({ providers: [], aliases: [{ alias: id, id }] }),
        test: async () => ({ ok: true, id }),
        secrets: [id],
      }
    }
    const models = currentModels(
      create,
      () => settings,
      () => now,
    )
    const chosen = async () => (await models.choose()).id
    expect([await chosen(), await chosen()]).toEqual(['a1', 'a1'])
    now += 60_000
    // A turn does not wait for servers that may have come.
    expect(await chosen()).toBe('a1')
    expect((await models.list()).aliases[0]?.id).toBe('a2')
    settings = 'b'
    expect([await chosen(), models.secrets]).toEqual(['b3', ['b3']])
  })

  it('knowledge is opened anew where the settings name other files', async () => {
    let named: string | undefined = 'a.md'
    let opened = 0
    const open = async (): Promise<Knowledge | undefined> => {
      opened += 1
      const name = named
      if (name === undefined) return undefined
      const passage = {
        path: name,
        heading: '',
        firstLine: 1,
        lastLine: 1,
        text: name,
        file: name,
        score: 1,
      }
      return {
        autoInject: true,
        search: async () => [passage],
        problems: () => [`${name} is odd.`],
      }
    }
    const knowledge = currentKnowledge(open, () => String(named))
    const found = async () => (await knowledge.search('x')).map(({ path }) => path)
    expect([await found(), await found(), opened]).toEqual([['a.md'], ['a.md'], 1])
    expect(knowledge.problems()).toEqual(['a.md is odd.'])
    named = 'b.md'
    expect(await found()).toEqual(['b.md'])
    named = undefined
    expect([await found(), knowledge.problems()]).toEqual([[], []])
  })

  it('what costs much is remembered for a while, or until it is forgotten', () => {
    let [found, now] = [0, 0]
    const memory = remembered(
      () => (found += 1),
      () => now,
      100,
    )
    expect([memory.value(), memory.value()]).toEqual([1, 1])
    now += 101
    expect(memory.value()).toBe(2)
    memory.forget()
    expect(memory.value()).toBe(3)
  })

  it('a rule that is taken back holds no longer, in the engine neither', async () => {
    const kept = ['bash(ls)']
    const forgotten: string[] = []
    const rules = servedRules({
      workspace: {
        settings: { user: {}, project: {}, userFile: '/u', projectFile: '/p', diagnostics: [] },
      },
      projectTrusted: () => false,
      folder: '/f',
      memory: {
        file: '/state/rules.json',
        read: () => ({ rules: kept }),
        add: async (_, rule) => void kept.push(rule),
        remove: async (_, rule) => kept.splice(kept.indexOf(rule), 1).length === 1,
      },
      parse: (effect, source, origin): Rule => ({ effect, tool: 'bash', origin, source }),
      forget: (rule) => forgotten.push(rule),
    })
    const [rule] = rules.list()
    expect(rule).toMatchObject({ rule: 'bash(ls)', file: '/state/rules.json', removable: true })
    expect(rules.current()).toMatchObject([{ source: 'bash(ls)' }])
    expect(await rules.remove(rule?.id ?? '')).toBe(true)
    expect([rules.current(), forgotten]).toEqual([[], ['bash(ls)']])
    expect(await rules.remove(rule?.id ?? '')).toBe(false)
  })
})

describe('the end', () => {
  it('stops the turns that run here, and waits until they are written', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-stop-')))
    const store = new MemoryStore(Date.now)
    const library = await openLibrary({ cwd: folder, home: folder })
    const engine = createEngine({
      library,
      workspace: folder,
      home: folder,
      store,
      permissions: { attended: true },
      titles: 'cut',
      model: hanging,
    })
    const events = engine.submitMessage({ conversationId: 'c', text: 'hello' })
    for await (const event of events) if (event.type === 'step-start') break
    expect((await engine.conversation('c'))?.running?.here).toBe(true)
    await closeEngine(engine)
    expect((await engine.conversation('c'))?.running).toBeUndefined()
    expect((await store.messages('c')).at(-1)?.end).toEqual({ reason: 'aborted' })
    rmSync(folder, { recursive: true })
  })
})

/** A model that begins to answer and never ends. */
const hanging = {
  specificationVersion: 'v3',
  provider: 'test',
  modelId: 'hanging',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('never asked')),
  doStream: async () => ({ stream: new ReadableStream() }),
} as const
