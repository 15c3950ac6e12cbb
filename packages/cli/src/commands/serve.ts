import { randomBytes } from 'node:crypto'
import type { ConversationStore } from '@skillet/agent'
import type { AccessOptions, SkilletServer } from '@skillet/server'
import manifest from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { sayInterrupted } from '../conversations/interrupted.ts'
import { folderOf, openStore } from '../conversations/open.ts'
import { describeSandbox, openSandboxHere } from '../doctor/sandbox.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { isChildOfEngine, refuseChild } from '../library/child.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { sayError, sayNotice } from '../screen/notice.ts'
import { shellPath } from '../screen/shell-word.ts'
import {
  accessFrom,
  clientFolder,
  closeEngine,
  listenOn,
  onEnter,
  openPage,
  openServedEngine,
  portFrom,
  printAddress,
  type ServeFlags,
  sayHowTo,
} from '../serve/index.ts'

export type { ServeFlags } from '../serve/index.ts'

/** `skillet serve`: the page in the browser, and the same over HTTP for other programs. */
export async function serve(context: Context, flags: ServeFlags): Promise<ExitCode> {
  const { stderr } = context.terminal
  // A server of its own would let a model's command decide for the person.
  if (isChildOfEngine(context)) {
    refuseChild(context, 'Serving')
    return exitCodes.refused
  }
  const port = flags.port === undefined ? undefined : portFrom(context, flags.port)
  if (flags.port !== undefined && port === undefined) return exitCodes.usage
  const access = await accessFrom(context, flags)
  if (access === undefined) return exitCodes.usage
  const workspace = await openWorkspace(context, flags, 'live')
  await workspace.reportFindings()
  if (workspace.settingsErrors.length > 0) {
    sayError(
      stderr,
      'Nothing is served: your settings hold an error, so what they forbid would be allowed.',
    )
    await workspace.report(workspace.settingsErrors)
    return exitCodes.failed
  }
  const store = await openStoreFor(context, workspace)
  try {
    await sayInterrupted(context, workspace, store)
    return await serveWith(context, flags, { port, access, workspace, store })
  } finally {
    await store.close()
  }
}

/** Conversations of a store that cannot be opened last as long as the server, which is said. */
async function openStoreFor(
  { terminal }: Context,
  workspace: Workspace,
): Promise<ConversationStore> {
  const opened = await openStore(workspace)
  if (opened.kind === 'open') return opened.store
  const { message, hint } = opened.fault
  sayNotice(terminal.stderr, `Conversations are not kept: ${message}`, hint)
  const { MemoryStore } = await import('@skillet/agent')
  return new MemoryStore(Date.now)
}

interface Work {
  readonly port: number | undefined
  readonly access: AccessOptions
  readonly workspace: Workspace
  readonly store: ConversationStore
}

async function serveWith(context: Context, flags: ServeFlags, work: Work): Promise<ExitCode> {
  const { workspace, access } = work
  const { engine, server } = await createServerFor(context, work)
  const listening = await listenOn(context, server, work.port)
  if (listening === undefined) {
    await server.close()
    return exitCodes.failed
  }
  const page = {
    server,
    origin: listening.origin,
    stateFolder: workspace.places.state,
    random: (bytes: number) => randomBytes(bytes).toString('hex'),
  }
  const left = leaving(context)
  printAddress(context, page)
  sayHowTo(context, access.password !== undefined)
  sayMissingPage(context)
  if (flags.open !== false && clientFolder(context) !== undefined) await openPage(context, page)
  const stopListening = await onEnter(context, () => printAddress(context, page))
  const code = await left
  stopListening()
  context.terminal.stderr.write('Stopping.\n')
  await closeEngine(engine)
  await server.close()
  return code
}

async function createServerFor(
  context: Context,
  { access, workspace, store, port }: Work,
): Promise<{
  readonly engine: Awaited<ReturnType<typeof openServedEngine>>['engine']
  readonly server: SkilletServer
}> {
  const { createServer } = await import('@skillet/server')
  const served = await openServedEngine(context, workspace, store)
  const { engine, models, rules, projectTrusted, changed } = served
  const { library, places, root, trustStore, standpoint } = workspace
  const sandbox = await openSandboxHere(context, workspace)
  const client = clientFolder(context)
  const server = createServer({
    engine,
    store,
    library,
    models,
    rules,
    settings: { read: () => workspace.settings, projectTrusted, changed },
    trust: { root, store: trustStore },
    workspace: folderOf(workspace),
    home: context.home,
    places,
    sandbox: { kind: sandbox.kind, detail: describeSandbox(sandbox).detail },
    access,
    version: manifest.version,
    command: `skillet serve --cwd ${shellPath(workspace.cwd, standpoint)}${port === undefined ? '' : ` --port ${port}`}`,
    onFault: (error) => sayFault(context, error),
    ...(client !== undefined && { clientFolder: client }),
    ...(context.language !== undefined && { language: context.language }),
  })
  return { engine, server }
}

/** Resolves when somebody wants Skillet to end. */
function leaving({ interrupts }: Context): Promise<ExitCode> {
  return new Promise((resolve) => {
    interrupts.listen(resolve)
  })
}

function sayMissingPage(context: Context): void {
  if (clientFolder(context) !== undefined) return
  sayNotice(
    context.terminal.stderr,
    'The page was not built, so this is an API alone.',
    'In a clone of Skillet, build it: npm run build',
  )
}

function sayFault({ terminal }: Context, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  sayError(terminal.stderr, 'Skillet met a fault of its own while it answered a page.')
  terminal.stderr.write(`${text}\n`)
}
