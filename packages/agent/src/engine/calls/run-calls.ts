import type { Skill } from '@skillet/core'
import { searchFilter } from '../../permission/index.ts'
import { blankSecrets, secretBlanker } from '../../tools/index.ts'
import type { Approved, ToolContext, ToolOutcome } from '../../tools/types.ts'
import { knownSecrets } from '../model-choice.ts'
import { permissionContext } from '../permission-context.ts'
import { settleActivation } from '../skills/index.ts'
import type { ModelCall } from '../step.ts'
import type { Turn } from '../turn-state.ts'
import {
  authorise,
  authoriseOpening,
  type Denial,
  type Failure,
  forgetConsent,
  type Permission,
  refusedByStop,
  rulesOf,
  type StepAnswers,
} from './authorise.ts'
import { announceMissed, announceNoSandbox, announceNotices } from './command-sandbox.ts'
import { plainOutcome } from './plain-outcome.ts'
import { type UnderstoodCall, understandCall } from './understand-call.ts'

/** How often one edit is shown again because its file changed under the question. */
const staleLimit = 3
/** Reads that run side by side at most: each may be a process of its own. */
const parallelReads = 8
/** How long a stopped tool may take to say what it did, in milliseconds. */
const graceMs = 2_000

/**
 * Runs the calls of one step, in order: reads that follow each other run side by side; writes,
 * commands, skills and questions come one at a time. A call that fails, whatever the reason,
 * gives its result to the model and never ends the turn.
 */
export async function runCalls(turn: Turn, calls: readonly ModelCall[]): Promise<void> {
  const answers: StepAnswers = new Map()
  const reads = new SideBySide(parallelReads)
  const sandbox = await turn.world.sandbox.open()
  try {
    for (const made of calls) {
      if (turn.signal.aborted) break
      const context = { ...toolContext(turn), sandbox }
      const call = understandCall(turn, made, context)
      show(turn, call)
      if (call.kind === 'mistaken') {
        finish(turn, call.callId, call.tool, { ok: false, text: call.problem })
        continue
      }
      if (!isRead(call)) await reads.end()
      if (call.tool.sandboxed) announceNoSandbox(turn, sandbox)
      const permission = await mayRun(turn, call, answers, context)
      if (permission.kind !== 'granted') {
        keepFrom(turn, call, permission)
        continue
      }
      await reads.add(execute(turn, call, permission.approved, context))
      // A read may activate a skill, and what that narrows holds for the next call already.
      if (!isRead(call) || readsSkill(turn, call)) await reads.end()
    }
  } finally {
    // Whatever failed: the step is over only once nothing of it runs and saves any more.
    await reads.end()
  }
}

/** Work that runs at the same time, up to a limit. */
class SideBySide {
  readonly #limit: number
  #running: readonly Promise<void>[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Waits only where the limit is reached. A failure is heard at the end, not before. */
  async add(work: Promise<void>): Promise<void> {
    work.catch(() => {})
    this.#running = [...this.#running, work]
    if (this.#running.length === this.#limit) await this.end()
  }

  /** Waits for all of it. Rejects with the first failure, in the order in which the work was added. */
  async end(): Promise<void> {
    const running = this.#running
    this.#running = []
    const failed = (await Promise.allSettled(running)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

function isRead({ access }: UnderstoodCall): boolean {
  return access.kind === 'read' || access.kind === 'none'
}

/** Whether this call reads a skill's own file, and so may activate it. */
function readsSkill({ prepared }: Turn, { access }: UnderstoodCall): boolean {
  if (access.kind !== 'read') return false
  return prepared.visible.some(({ realPath }) => access.paths.includes(realPath))
}

/** Whether a call may run at this moment: not once the turn was stopped, whoever agreed before. */
async function mayRun(
  turn: Turn,
  call: UnderstoodCall,
  answers: StepAnswers,
  context: ToolContext,
): Promise<Permission> {
  const permission = await authorise(turn, call, answers, context)
  if (permission.kind === 'denied' || !turn.signal.aborted) return permission
  return refusedByStop
}

/** The call as it was understood: stored and shown before anything runs. */
function show(turn: Turn, call: ReturnType<typeof understandCall>): void {
  const { callId, input } = call
  const tool = typeof call.tool === 'string' ? call.tool : call.tool.name
  turn.answer.nameCall(callId, tool, input)
  turn.emit({ type: 'tool-call', callId, tool, input })
}

async function execute(
  turn: Turn,
  call: UnderstoodCall,
  given: Approved,
  context: ToolContext,
): Promise<void> {
  let approved = given
  let outcome = await run(turn, call, { ...context, approved })
  // What was approved is not what would run now: it is shown again, as a new question.
  for (let again = 0; outcome.stale && again < staleLimit; again++) {
    forgetConsent(turn, call)
    const permission = await mayRun(turn, call, new Map(), context)
    if (permission.kind !== 'granted') return keepFrom(turn, call, permission)
    approved = permission.approved
    outcome = await run(turn, call, { ...context, approved })
  }
  outcome = await runWithMore(turn, call, approved, context, outcome)
  const boundary = turn.world.random(16)
  finish(turn, call.callId, call.tool.name, await settleActivation(turn, outcome), boundary)
  await turn.answer.save()
}

/**
 * Offers one more run, with what the sandbox kept from a command that failed for want of it. Where
 * nobody says yes, the first outcome stands and says what was missing.
 */
async function runWithMore(
  turn: Turn,
  call: UnderstoodCall,
  approved: Approved,
  context: ToolContext,
  first: ToolOutcome,
): Promise<ToolOutcome> {
  if (!call.tool.sandboxed) return first
  let outcome = first
  let given = approved.openings ?? []
  while (outcome.wants !== undefined && !given.includes(outcome.wants) && !turn.signal.aborted) {
    const permission = await authoriseOpening(turn, call, outcome.wants, context, given)
    if (permission.kind === 'denied' && permission.unattended) announceMissed(turn, outcome.wants)
    if (permission.kind !== 'granted' || turn.signal.aborted) return notGiven(outcome, permission)
    given = permission.approved.openings ?? given
    outcome = await run(turn, call, { ...context, approved: { ...approved, openings: given } })
  }
  return outcome
}

function notGiven(outcome: ToolOutcome, permission: Permission): ToolOutcome {
  if (permission.kind !== 'denied') return outcome
  return { ...outcome, text: `${outcome.text}\n[${whyNotGiven(permission)}]` }
}

function whyNotGiven({ unattended, words, reason }: Denial): string {
  if (unattended) return 'Nobody is here to open it for one run'
  if (words === undefined) return reason
  return `The person said no to one more run with it. Their words: ${JSON.stringify(words)}`
}

/** Runs one tool. What it throws becomes a result; what it shows is blanked of known keys. */
async function run(turn: Turn, call: UnderstoodCall, context: ToolContext): Promise<ToolOutcome> {
  const { callId, tool, parsed } = call
  const secrets = knownSecrets(turn.world.model)
  const blanker = secretBlanker(secrets)
  const shown = (delta: string) => {
    if (delta === '') return
    turn.emit({ type: 'tool-output', callId, tool: tool.name, delta, final: false })
  }
  const emit = (chunk: string) => shown(blanker.push(chunk))
  const returned = new AbortController()
  try {
    const given = await Promise.race([
      tool.run(parsed, { ...context, emit, secretBlanker: () => secretBlanker(secrets) }),
      stopped(turn, returned.signal),
    ])
    const outcome = plainOutcome(given)
    shown(blanker.end())
    announceNotices(turn, outcome)
    return blanked(outcome, secrets)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, text: blankSecrets(`${tool.name} failed: ${why}`, secrets) }
  } finally {
    returned.abort()
  }
}

/** A tool that does not heed the signal holds a stopped turn up for a moment only. */
async function stopped({ signal, world }: Turn, returned: AbortSignal): Promise<ToolOutcome> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true, signal: returned })
  })
  await world.wait(graceMs, returned)
  return { ok: false, text: 'Stopped: the outcome of this call is unknown.' }
}

function blanked(outcome: ToolOutcome, secrets: readonly string[]): ToolOutcome {
  const { diff } = outcome
  return {
    ...outcome,
    text: blankSecrets(outcome.text, secrets),
    ...(diff !== undefined && { diff: blankSecrets(diff, secrets) }),
  }
}

/** @param boundary of the frame around the outcome; absent where its text is our own. */
function finish(
  turn: Turn,
  callId: string,
  tool: string,
  outcome: ToolOutcome,
  boundary?: string,
): void {
  const framed = boundary === undefined ? {} : { boundary }
  turn.answer.endCall(callId, { kind: 'outcome', outcome, ...framed })
  turn.emit({ type: 'tool-output', callId, tool, final: true, outcome })
}

/** Ends a call that does not run. */
function keepFrom(
  turn: Turn,
  { callId, tool }: UnderstoodCall,
  permission: Denial | Failure,
): void {
  if (permission.kind === 'failed') {
    const outcome = { ok: false, text: permission.reason }
    finish(turn, callId, tool.name, outcome, turn.world.random(16))
    return
  }
  const { kind, words, ...denial } = permission
  turn.answer.endCall(callId, {
    kind,
    by: denial.by,
    reason: denial.reason,
    ...(words !== undefined && { words }),
  })
  turn.emit({ type: 'tool-denied', callId, tool: tool.name, ...denial })
}

/** What every tool is given; `run` adds where its output goes, and what was approved. */
function toolContext(turn: Turn): ToolContext {
  const { world, prepared, conversation, signal, model } = turn
  const readable = readableSkills(turn)
  return {
    workspace: world.workspace,
    home: world.home,
    shell: conversation.shell,
    signal,
    emit: () => {},
    environment: world.environment,
    snapshot: prepared.snapshot,
    readableSkills: readable,
    searchable: searchFilter(rulesOf(turn), permissionContext(world, prepared.snapshot, readable)),
    images: model.imagesInResults ?? model.images,
    ...(world.places.state !== undefined && { closedFolders: [world.places.state] }),
  }
}

/** Skills whose folders may be read without approval: active or catalogued, and so trusted. */
function readableSkills({ prepared, active }: Turn): readonly Skill[] {
  const { snapshot, visible } = prepared
  const locations = new Set(active.map((skill) => skill.location))
  for (const { location } of visible) locations.delete(location)
  return [...visible, ...snapshot.skills.filter(({ location }) => locations.has(location))]
}
