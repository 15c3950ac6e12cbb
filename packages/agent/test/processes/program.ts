import { writeSync } from 'node:fs'
import { createEngine, createModels, type EngineEvent, openSqliteStore } from '@skillet/agent'
import { openLibrary } from '@skillet/core'

/** What the program is told, as JSON in its only argument. */
export interface Orders {
  /** Of the store. */
  readonly folder: string
  readonly workspace: string
  readonly home: string
  /** Of a provider that speaks chat completions. */
  readonly baseURL: string
  readonly conversationId: string
  /** Submitted at once, one behind the other. */
  readonly texts: readonly string[]
}

/** What the program says, a line each: every event, and which of its messages it belongs to. */
export interface Said {
  readonly message: number
  readonly event: EngineEvent
}

/* A process with an engine of its own: runs its messages and says what happens, until it is killed. */
const orders: Orders = JSON.parse(process.argv[2] ?? '')
const { folder, workspace, home, baseURL, conversationId, texts } = orders
const library = await openLibrary({ cwd: workspace, home, trust: 'all' })
const store = await openSqliteStore({ folder })
const engine = createEngine({
  library,
  workspace,
  home,
  store,
  titles: 'cut',
  environment: process.env,
  permissions: { unattended: 'allow' },
  model: createModels({
    environment: {},
    settings: {
      user: { providers: { test: { baseURL, apiKey: 'none' } }, model: 'test/model' },
      project: {},
    },
  }),
})

async function run(text: string, message: number): Promise<void> {
  for await (const event of engine.submitMessage({ conversationId, text })) {
    const said: Said = { message, event }
    // At once: what is said must have been handed over before a kill that follows.
    writeSync(1, `${JSON.stringify(said)}\n`)
  }
}

await Promise.all(texts.map(run))
await store.close()
