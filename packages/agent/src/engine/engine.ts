import { randomBytes } from 'node:crypto'
import { timer } from '../model/index.ts'
import { MemoryStore } from '../store/index.ts'
import { builtInTools, listedEnvironment } from '../tools/index.ts'
import { Approvals } from './approvals.ts'
import { moveTo } from './branches.ts'
import { commandSandbox } from './calls/index.ts'
import { isId, retryFault } from './check-options.ts'
import { checkTools } from './check-tools.ts'
import { Conversation, refuseTurn } from './conversation.ts'
import { createEventLog } from './event-log.ts'
import { closed } from './failure.ts'
import { previewTurn } from './preview.ts'
import { receiveMessage, receiveRevision, withoutTypedKeys } from './receive-message.ts'
import { Recent } from './recent.ts'
import type { World } from './turn-state.ts'
import type { Engine, EngineOptions } from './types.ts'
import { conversationView } from './view.ts'

/**
 * Makes an engine: skills, tools and a model in conversations. A turn throws nothing: what goes
 * wrong is the `error` of its last event, `turn-end`.
 *
 * @param options the library, the folder to work in, and what differs from the defaults
 * @returns the engine; conversations live in its store
 * @throws TypeError where two tools have one name, or one has a name that stands for another
 * @example
 * const engine = createEngine({ library, workspace: '/project', home: '/home/ada' })
 * for await (const event of engine.submitMessage({ text: '/review src/a.ts' })) {
 *   if (event.type === 'text' && event.phase === 'delta') process.stdout.write(event.delta)
 * }
 */
export function createEngine(options: EngineOptions): Engine {
  const world = worldOf(options)
  const approvals = new Approvals(world)
  const conversations = new Recent(mostIdle, (id) => new Conversation(id, world, approvals))
  let isClosed = false
  return {
    submitMessage(submitted) {
      const log = createEventLog(world.random(8))
      const received = isClosed ? closed : receiveMessage(world, submitted)
      if (received.kind === 'refused') refuseTurn(log, received)
      else {
        const { conversationId = world.random(8) } = received.options
        const options = { ...received.options, conversationId }
        conversations.get(conversationId).submit({ ...received, options }, log)
      }
      return log
    },
    retry(options) {
      const log = createEventLog(world.random(8))
      const fault = isClosed ? closed : retryFault(options)
      if (fault) refuseTurn(log, fault)
      else conversations.get(options.conversationId).retry(options, log)
      return log
    },
    moveTo: (options) => moveTo(world, options),
    async conversation(id) {
      if (!isId(id)) return undefined
      const isHere = (answerId: string) => conversations.peek(id)?.has(answerId) ?? false
      return conversationView(world, id, isHere)
    },
    answer: async (id, answer) => isId(id) && approvals.answer(id, withoutTypedKeys(answer, world)),
    stop: (id) => conversations.peek(id)?.stop(),
    async revise(options) {
      const revision = receiveRevision(world, options)
      return (await conversations.peek(revision.conversationId)?.revise(revision)) ?? false
    },
    async close() {
      isClosed = true
      await Promise.all(conversations.all().map((conversation) => conversation.close()))
    },
    forget: (rule) => void world.lasting.delete(rule),
    preview: (submitted) => previewTurn(world, submitted),
  }
}

/** Conversations of which is remembered where their commands ended, and how their models count. */
const mostIdle = 200

function worldOf(options: EngineOptions): World {
  const { library, workspace, home, permissions = {}, places = {}, now = Date.now } = options
  const { tools = builtInTools, stepLimit = 50 } = options
  const { rules = [] } = permissions
  checkTools(tools)
  const environment = listedEnvironment(options.environment ?? {})
  return {
    library,
    workspace,
    home,
    model: options.model,
    store: options.store ?? new MemoryStore(now),
    get rules() {
      return typeof rules === 'function' ? rules() : rules
    },
    asking: permissions.attended ? 'attended' : (permissions.unattended ?? 'deny'),
    remember: permissions.remember,
    places,
    tools,
    environment,
    sandbox: commandSandbox({ workspace, home, environment, places }, options.sandbox),
    language: options.language,
    get stepLimit() {
      return typeof stepLimit === 'function' ? stepLimit() : stepLimit
    },
    context: options.context ?? {},
    basePrompt: options.basePrompt,
    now,
    random: options.random ?? ((bytes) => randomBytes(bytes).toString('hex')),
    wait: options.wait ?? timer,
    stallMs: options.stallMs ?? 120_000,
    titles: options.titles ?? 'model',
    knowledge: options.knowledge,
    lasting: new Map(),
    agreedOverrides: new Set(),
    catalogues: new WeakMap(),
  }
}
