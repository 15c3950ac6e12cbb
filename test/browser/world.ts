import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ConversationStore, openSqliteStore } from '@skillet/agent'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildCommand } from './build.ts'
import { type ScriptedProvider, startProvider } from './provider.ts'

export { gate, type ScriptedProvider } from './provider.ts'

const executable = process.env['SKILLET_CHROMIUM'] ?? '/usr/bin/chromium'

/** False on a machine without Chromium: `describe.skipIf(!hasBrowser)` says that a suite was left out. */
export const hasBrowser = existsSync(executable)

/** Building, starting a server and a browser take a while: give `beforeAll` so long. */
export const startMs = 120_000

/** A folder, a home, a scripted model, `skillet serve` as a person starts it, and a browser. */
export interface World {
  /** The working folder: a repository. */
  readonly cwd: string
  readonly home: string
  readonly provider: ScriptedProvider
  /** `http://127.0.0.1:PORT` of the server that runs now. */
  origin(): string
  /** Writes a file; a relative path starts at the working folder, `~/…` at home. */
  write(path: string, text: string): Promise<string>
  /** Writes `SKILL.md` of a skill below a skills root, such as `~/.agents/skills`. */
  skill(root: string, name: string, more?: SkillText): Promise<string>
  /** A code of the present start, as its address has one; it opens one page. */
  code(): Promise<string>
  /** Opens a page that has access. Close it, or leave that to `close`. */
  open(options?: PageOptions): Promise<Page>
  /** A browser context without any access, and no page yet. */
  stranger(options?: PageOptions): Promise<BrowserContext>
  /** Fills the store before a page looks, as earlier conversations did. */
  seed(fill: (store: ConversationStore) => Promise<void>): Promise<void>
  /** Ends the server as Ctrl-C does. */
  stop(): Promise<void>
  /** Ends the server as a crash does: nothing of it is told or stored any more. */
  kill(): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface SkillText {
  readonly description?: string
  /** More lines of the frontmatter. */
  readonly fields?: string
  readonly body?: string
}

export interface PageOptions {
  /** Behind the origin. Default `/`. */
  readonly path?: string
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'zh'
  readonly reducedMotion?: boolean
  readonly forcedColors?: boolean
  /** A phone: fingers, no mouse. */
  readonly touch?: boolean
  /** Runs in the page before anything of it. */
  readonly first?: () => void
}

export interface WorldOptions {
  /** Settings of the person besides the scripted model; `model: undefined` makes it guided. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/**
 * Makes a world. Nothing of it outlives `close`.
 *
 * @example
 * let world: World
 * beforeAll(async () => { world = await openWorld() }, startMs)
 * afterAll(() => world?.close())
 */
export async function openWorld({ settings = {} }: WorldOptions = {}): Promise<World> {
  const command = await buildCommand()
  const base = await realpath(await mkdtemp(join(tmpdir(), 'skillet-browser-')))
  const [cwd, home] = [join(base, 'project'), join(base, 'home')]
  await mkdir(join(cwd, '.git'), { recursive: true })
  const provider = await startProvider()
  const write = writer(cwd, home)
  await write('~/.config/skillet/settings.json', settingsText(provider, settings))

  let server = await startServer(command, cwd, home)
  let access: StorageState | undefined
  const browser = await startBrowser()

  return {
    cwd,
    home,
    provider,
    origin: () => server.origin,
    write,
    skill: (root, name, more = {}) => write(`${root}/${name}/SKILL.md`, skillText(name, more)),
    code: () => server.code(),
    async open(options = {}) {
      const context = await contextOf(browser, options, access)
      const page = await context.newPage()
      const code = access === undefined ? `#code=${await server.code()}` : ''
      await page.goto(`${server.origin}${options.path ?? '/'}${code}`)
      await page.getByRole('main').waitFor()
      if (access === undefined) {
        await page.waitForFunction(() => localStorage.getItem('skillet-key') !== null)
        access = accessOf(await context.storageState())
      }
      return page
    },
    stranger: (options = {}) => contextOf(browser, options),
    async seed(fill) {
      const store = await openSqliteStore({
        folder: join(home, '.local/state/skillet/conversations'),
      })
      await fill(store)
      await store.close()
    },
    stop: () => server.end('SIGINT'),
    kill: () => server.end('SIGKILL'),
    async start() {
      const { port } = new URL(server.origin)
      server = await startServer(command, cwd, home, port)
      access = undefined
    },
    async close() {
      await browser.close()
      await server.end('SIGINT')
      await provider.close()
      await rm(base, { recursive: true, force: true })
    },
  }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** What opens a page, and nothing that the page keeps besides. */
function accessOf({ cookies, origins }: StorageState): StorageState {
  const isKey = ({ name }: { readonly name: string }) => name === 'skillet-key'
  return {
    cookies,
    origins: origins.map((one) => ({ ...one, localStorage: one.localStorage.filter(isKey) })),
  }
}

function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

async function contextOf(
  browser: Browser,
  options: PageOptions,
  storageState?: StorageState,
): Promise<BrowserContext> {
  const { width = 1440, height = 900, theme = 'light', language = 'en' } = options
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
    isMobile: options.touch === true,
    hasTouch: options.touch === true,
    forcedColors: options.forcedColors === true ? 'active' : 'none',
    ...(storageState === undefined ? {} : { storageState }),
  })
  // Shorter than a test, so that what did not happen is named.
  context.setDefaultTimeout(10_000)
  if (options.first !== undefined) await context.addInitScript(options.first)
  return context
}

function writer(cwd: string, home: string) {
  return async (path: string, text: string): Promise<string> => {
    const file = path.startsWith('~/') ? join(home, path.slice(2)) : join(cwd, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return file
  }
}

function settingsText({ baseURL }: ScriptedProvider, settings: object): string {
  const scripted = { kind: 'openai-compatible', baseURL, apiKey: 'not-a-secret', images: true }
  return JSON.stringify({ providers: { scripted }, model: 'scripted/scripted', ...settings })
}

function skillText(name: string, { description, fields, body }: SkillText): string {
  const lines = [
    `name: ${name}`,
    `description: ${description ?? `Does ${name}. Use when asked to ${name}.`}`,
    ...(fields === undefined ? [] : [fields]),
  ]
  return `---\n${lines.join('\n')}\n---\n${body ?? `Do the work of ${name}.`}\n`
}

interface RunningServer {
  readonly origin: string
  /** A code that opens one page. */
  code(): Promise<string>
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

/** As a person starts it, with the address that it prints. */
async function startServer(
  command: string,
  cwd: string,
  home: string,
  port = '0',
): Promise<RunningServer> {
  const child = spawn(process.execPath, [command, 'serve', '--no-open', '--port', port], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'en_GB.UTF-8', TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const complaints: string[] = []
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)))
  const address = await firstLine(child, complaints)
  const { origin, hash } = new URL(address)
  return {
    origin,
    code: async () => hash.replace('#code=', ''),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(late)
    },
  }
}

async function firstLine(child: ChildProcess, complaints: readonly string[]): Promise<string> {
  const { stdout } = child
  if (stdout === null) throw new Error('The server has no output.')
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('http://')) return line
  }
  throw new Error(`The server did not start:\n${complaints.join('')}`)
}

const axeFile = createRequire(import.meta.url).resolve('axe-core')
let axeSource: string | undefined

export interface AxeOptions {
  /** Rules that are switched off, each with a reason beside the call. */
  readonly without?: readonly string[]
  /** Only within these. Default: the whole page. */
  readonly within?: string
}

/** What of WCAG 2.2 A and AA a page breaks: one line for each place. Empty where it is in order. */
export async function axe(
  page: Page,
  { without = [], within }: AxeOptions = {},
): Promise<string[]> {
  axeSource ??= await readFile(axeFile, 'utf8')
  // Not as a script element: the page's policy allows none.
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ([rules, selector]): Promise<AxeResults> =>
      Reflect.get(window, 'axe').run(selector ?? document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
      }),
    [without, within] as const,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

/** Takes a picture where `SKILLET_SCREENSHOTS` names a folder for them; otherwise nothing. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SKILLET_SCREENSHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** Every request of a page that leaves Skillet's own origin. To be empty at the end of a test. */
export function foreignRequests(page: Page): readonly string[] {
  const origin = () => new URL(page.url()).origin
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin()}/`) && !/^(?:data|blob):/u.test(url)) foreign.push(url)
  })
  return foreign
}
