import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEngine, createModels, MemoryStore } from '@skillet/agent'
import { openLibrary, readSettings, readTrust, settingsVerdict, trustRoot } from '@skillet/core'
import {
  createServer,
  type KeptRule,
  type ServerOptions,
  type SkilletServer,
} from '@skillet/server'
import type { Limits } from '../src/access/index.ts'
import type { ExchangeAnswer, Failure } from '../src/contract/index.ts'
import { read } from './read.ts'

/** May answer approvals, and change trust, rules and settings. */
export const decider = `decider-${'d'.repeat(30)}`
/** May not. */
export const reader = `reader-${'r'.repeat(30)}`
const pretended = 'http://127.0.0.1:1'

export interface ServerWorld {
  readonly server: SkilletServer
  readonly origin: string
  readonly port: number
  readonly workspace: string
  readonly home: string
  readonly store: MemoryStore
  readonly rules: KeptRule[]
  readonly userFile: string
  /** Writes a file; a relative path starts at the workspace. */
  write(path: string, text: string): string
  skill(name: string, more?: string): string
  reload(): Promise<void>
  /** As another program, with a token. */
  call(path: string, init?: CallOptions): Promise<Response>
  /** As our page: a fresh code, its cookie and its key. */
  openPage(): Promise<Page>
  close(): Promise<void>
}

export interface CallOptions {
  readonly token?: string
  readonly method?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Page {
  readonly cookie: string
  readonly key: string
  call(path: string, init?: CallOptions): Promise<Response>
}

export interface ServerWorldOptions {
  readonly limits?: Limits
  readonly options?: Partial<ServerOptions>
  readonly now?: () => number
  /** Files of the built page. */
  readonly client?: Readonly<Record<string, string>>
}

/** A server on loopback over a folder of its own, with the guided model. */
export async function openServer({
  limits,
  options,
  now,
  client,
}: ServerWorldOptions = {}): Promise<ServerWorld> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-server-')))
  const workspace = join(base, 'project')
  const home = join(base, 'home')
  mkdirSync(join(workspace, '.git'), { recursive: true })
  mkdirSync(home)
  const places = { home, config: join(base, 'config'), state: join(base, 'state') }
  const read = () => readSettings({ cwd: workspace, places, repository: workspace })
  const trustStore = readTrust(places)
  const root = trustRoot({ cwd: workspace, repository: workspace })
  const projectTrusted = () => settingsVerdict(trustStore, { root, settings: read() }) === true
  const library = await openLibrary({ cwd: workspace, home, settings: read, trust: trustStore })
  const store = new MemoryStore(now ?? Date.now)
  const models = createModels({
    environment: {},
    settings: read(),
    fetch: async () => new Response(null, { status: 404 }),
    probe: { origins: { ollama: pretended, lmstudio: pretended, llamacpp: pretended } },
  })
  const rules: KeptRule[] = []
  const clientFolder = join(base, 'client')
  for (const [path, text] of Object.entries(client ?? {})) {
    mkdirSync(dirname(join(clientFolder, path)), { recursive: true })
    writeFileSync(join(clientFolder, path), text)
  }
  const engine = createEngine({
    library,
    workspace,
    home,
    model: models,
    store,
    places,
    permissions: { attended: true },
    titles: 'cut',
    sandbox: { mode: 'off' },
  })
  const server = createServer(
    {
      engine,
      store,
      library,
      models,
      settings: { read, projectTrusted },
      rules: {
        list: () => rules,
        async remove(id) {
          const at = rules.findIndex((rule) => rule.id === id && rule.removable)
          return at !== -1 && rules.splice(at, 1).length === 1
        },
      },
      trust: { root, store: trustStore },
      workspace,
      home,
      places,
      sandbox: { kind: 'none', detail: 'none in tests' },
      access: { tokens: [{ token: decider, mayDecide: true }, { token: reader }] },
      version: '0.0.0',
      command: 'skillet serve',
      ...(client !== undefined && { clientFolder }),
      ...(now !== undefined && { now }),
      ...options,
    },
    limits,
  )
  const { origin, port } = await server.listen(0)
  const write = (path: string, text: string) => {
    const file = join(workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  return {
    server,
    origin: origin.replace(/0\.0\.0\.0|\[::\]/u, '127.0.0.1'),
    port,
    workspace,
    home,
    store,
    rules,
    userFile: join(places.config, 'settings.json'),
    write,
    skill: (name, more = '') =>
      write(
        `.claude/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Does ${name}. Use when asked to ${name}.\n${more}---\nDo the work of ${name}.\n`,
      ),
    reload: async () => void (await library.reload()),
    call: (path, { token = decider, ...init } = {}) =>
      send(`${origin}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),
    openPage: () => openPage(server, origin, port),
    async close() {
      await server.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

async function openPage(server: SkilletServer, origin: string, port: number): Promise<Page> {
  const response = await send(`${origin}/api/access`, {
    method: 'POST',
    json: { code: server.accessCode() },
  })
  const { key } = await read<ExchangeAnswer>(response)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  if (!cookie.startsWith(`skillet-${port}=`)) throw new Error(`The cookie is ${cookie}`)
  return {
    cookie,
    key,
    call: (path, init = {}) =>
      send(`${origin}${path}`, {
        ...init,
        headers: { cookie, 'x-skillet-key': key, ...init.headers },
      }),
  }
}

function send(url: string, { method = 'GET', json, headers = {} }: CallOptions): Promise<Response> {
  return fetch(url, {
    method,
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    redirect: 'error',
  })
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Writes these very bytes, and reads until the server ends the connection. */
export function raw(port: number, text: string, host = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parsed(Buffer.concat(chunks).toString('utf8'))))
  })
}

/** The lines of a request that asks the server to end the connection. */
export function lines(...texts: readonly string[]): string {
  return `${[...texts, 'Connection: close'].join('\r\n')}\r\n\r\n`
}

function parsed(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [first = '', ...rest] = head.split('\r\n')
  const headers = rest.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: body.join('\r\n\r\n'),
  }
}

/** The stable word of a refusal. */
export async function codeOf(response: Response): Promise<string> {
  return (await read<Failure>(response)).error.code
}
