import { approvalRequest, decide, digestOf, exactRule } from '../../permission/index.ts'
import type {
  ApprovalAnswer,
  ApprovalRequest,
  CallInQuestion,
  CommandPlace,
  Refuser,
  Rule,
  Verdict,
} from '../../permission/types.ts'
import type { Opening, WorkingSandbox } from '../../sandbox/types.ts'
import { blankSecrets } from '../../tools/index.ts'
import type { Approved, Preview, ToolContext } from '../../tools/types.ts'
import { askingOf } from '../approvals.ts'
import { knownSecrets } from '../model-choice.ts'
import { permissionContext } from '../permission-context.ts'
import { poolOf } from '../skills/index.ts'
import type { Turn } from '../turn-state.ts'
import { plainPreview } from './plain-outcome.ts'
import type { UnderstoodCall } from './understand-call.ts'

/** Whether a call may run; exactly what was approved does. */
export type Permission =
  | { readonly kind: 'granted'; readonly approved: Approved }
  | Denial
  | Failure

/** Why a call does not run. */
export interface Denial {
  readonly kind: 'denied'
  readonly by: Refuser
  readonly reason: string
  /** What the person wrote, where they gave a reason. */
  readonly words?: string
  /** Nobody was there to be asked. */
  readonly unattended?: true
  /** Of an unattended call: the exact rule that would allow it, where one can be written. */
  readonly rule?: string
}

/** Nobody was asked about a call that can only fail. */
export interface Failure {
  readonly kind: 'failed'
  readonly reason: string
}

export const refusedByStop: Denial = {
  kind: 'denied',
  by: 'stop',
  reason: 'The turn was stopped.',
}

/** An answer, and exactly what it was given to. */
interface Answered {
  readonly kind: 'answered'
  readonly answer: ApprovalAnswer
  readonly approved: Approved
}

type Refusal = Extract<ApprovalAnswer, { decision: 'no' }>

/** Answers given in one step, by tool and input: equal calls are one question. */
export type StepAnswers = Map<string, Answered>

/** The active skills have the first say, then the rules, then the person. */
export async function authorise(
  turn: Turn,
  call: UnderstoodCall,
  answers: StepAnswers,
  context: ToolContext,
): Promise<Permission> {
  const inQuestion = { tool: call.tool.name, input: call.input, access: call.access }
  const forbidding = poolOf(turn).forbids(inQuestion)
  if (forbidding) return { kind: 'denied', by: 'skill', reason: forbidding.reason }
  const verdict = verdictOn(turn, inQuestion, context)
  if (verdict.effect === 'allow') return { kind: 'granted', approved: { access: call.access } }
  if (verdict.effect === 'deny') {
    const by = verdict.rule === undefined ? 'skillet' : 'rule'
    return { kind: 'denied', by, reason: verdict.reason }
  }
  return ask(turn, call, verdict, answers, context)
}

function verdictOn(turn: Turn, call: CallInQuestion, { readableSkills }: ToolContext): Verdict {
  const { world, prepared } = turn
  const place = permissionContext(world, prepared.snapshot, readableSkills)
  return decide(call, rulesOf(turn), place)
}

/**
 * Asks for one more run of a command with what the sandbox kept from it. Only a person may say yes:
 * no rule covers that, and no unattended yes.
 */
export function authoriseOpening(
  turn: Turn,
  call: UnderstoodCall,
  opening: Opening,
  context: ToolContext,
  given: readonly Opening[],
): Promise<Permission> {
  const verdict = { effect: 'ask', reason: missing[opening], personOnly: true } as const
  return ask(turn, call, verdict, new Map(), context, [...given, opening])
}

const missing: Readonly<Record<Opening, string>> = {
  network: 'It failed, it seems for want of the network, which is closed in the sandbox.',
  home: 'It failed, it seems for want of a file in your home folder, which is hidden in the sandbox.',
}

/** All rules that hold in this turn at this moment. */
export function rulesOf({ world, rules }: Turn): readonly Rule[] {
  return [...rules, ...world.rules, ...world.lasting.values()]
}

async function ask(
  turn: Turn,
  call: UnderstoodCall,
  verdict: Verdict,
  answers: StepAnswers,
  context: ToolContext,
  openings: readonly Opening[] = [],
): Promise<Permission> {
  const key = keyOf(turn, call, openings)
  const refusal = turn.refused.get(key)
  if (refusal !== undefined) return refusal
  const agreed = turn.allowed.get(key)
  if (agreed !== undefined) return { kind: 'granted', approved: agreed }
  const { asking } = turn.world
  if (asking === 'allow' && !verdict.personOnly) {
    return { kind: 'granted', approved: { access: call.access } }
  }
  if (asking !== 'attended') {
    const reason = `Nobody is here to approve this call. ${verdict.reason}`
    const { rule } = questionOf(turn, call, verdict, context)
    return { kind: 'denied', by: 'rule', reason, unattended: true, ...(rule !== '' && { rule }) }
  }
  const asked = answers.get(key) ?? (await put(turn, call, verdict, context, openings))
  if (asked.kind === 'failed') return asked
  answers.set(key, asked)
  const { answer, approved } = asked
  if (answer.decision === 'no') return refused(turn, key, answer)
  if (answer.decision === 'turn') turn.allowed.set(key, approved)
  return { kind: 'granted', approved }
}

/** What a call was agreed to for does not hold for what it has become: it asks again. */
export function forgetConsent(turn: Turn, call: UnderstoodCall): void {
  turn.allowed.delete(keyOf(turn, call))
}

/**
 * Asks the person, with the diff that would be made, and keeps the rule where they want one. What can
 * only fail is no question.
 */
async function put(
  turn: Turn,
  call: UnderstoodCall,
  verdict: Verdict,
  context: ToolContext,
  openings: readonly Opening[],
): Promise<Answered | Failure> {
  const preview = await previewOf(call, context)
  if (preview?.failure !== undefined && mayLearnOf(turn, call, context)) {
    const reason = blankSecrets(preview.failure, knownSecrets(turn.world.model))
    return { kind: 'failed', reason }
  }
  const baseHash = preview?.baseHash === undefined ? {} : { baseHash: preview.baseHash }
  const diff = preview && blankSecrets(preview.diff, knownSecrets(turn.world.model))
  const given = openings.length > 0 ? { openings } : {}
  const shown = { ...(diff !== undefined && { diff }), ...baseHash, ...given }
  const request = questionOf(turn, call, verdict, context, shown)
  const answer = await turn.conversation.approvals.ask(request, askingOf(turn))
  if (answer.decision === 'always') await keepRule(turn, request)
  return { kind: 'answered', answer, approved: { access: call.access, ...baseHash, ...given } }
}

/** Why a call fails tells of its files: only where the model may read those unasked. */
function mayLearnOf(turn: Turn, { input, access }: UnderstoodCall, context: ToolContext): boolean {
  if (access.kind !== 'write') return false
  const reading = { tool: 'read', input, access: { ...access, kind: 'read' } } as const
  if (poolOf(turn).forbids(reading)) return false
  return verdictOn(turn, reading, context).effect === 'allow'
}

/** Everything that a person would be shown about a call. */
function questionOf(
  { world, prepared, active }: Turn,
  { callId, tool, input, access }: UnderstoodCall,
  { reason, personOnly }: Verdict,
  { sandbox }: ToolContext,
  more: Pick<ApprovalRequest, 'diff' | 'baseHash' | 'openings'> = {},
): ApprovalRequest {
  const asker = prepared.picked?.activation.skill.name ?? active.at(-1)?.name
  return approvalRequest({
    id: world.random(8),
    callId,
    tool: tool.name,
    input,
    access,
    workspace: world.workspace,
    reason,
    ...(personOnly && { personOnly }),
    ...more,
    ...(tool.sandboxed && sandbox?.kind === 'bubblewrap' && { sandbox: placeIn(sandbox) }),
    ...(asker !== undefined && { skill: asker }),
  })
}

function placeIn({ kind, network }: WorkingSandbox): CommandPlace {
  return { kind, network }
}

/** The exact rule of the question, never one that the answer brings: a wildcard is never kept. */
async function keepRule(
  turn: Turn,
  { rule: source, access }: Pick<ApprovalRequest, 'rule' | 'access'>,
): Promise<void> {
  const { world } = turn
  const parsed = source === '' ? undefined : exactRule(source, access.kind)
  if (!parsed) {
    const message = 'No rule can cover this call, so it was allowed this once.'
    turn.emit({ type: 'notice', code: 'rule-not-kept', message })
    return
  }
  if (world.lasting.has(parsed.source)) return
  const rule: Rule = { ...parsed, effect: 'allow', origin: 'state' }
  world.lasting.set(rule.source, rule)
  try {
    await world.remember?.(rule)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The rule ${rule.source} holds until Skillet ends, but could not be kept: ${why}`
    turn.emit({ type: 'notice', code: 'rule-not-kept', message })
  }
}

function refused(turn: Turn, key: string, answer: Refusal): Permission {
  if (answer.stopped) return refusedByStop
  const { reason: words } = answer
  const said = words === undefined ? { reason: 'The person said no.' } : { reason: words, words }
  const refusal: Denial = { kind: 'denied', by: 'person', ...said }
  turn.refused.set(key, refusal)
  return refusal
}

/** A preview that cannot be made is left out: the arguments are shown, and the tool says why. */
async function previewOf(
  { tool, parsed }: UnderstoodCall,
  context: ToolContext,
): Promise<Preview | undefined> {
  try {
    return plainPreview(await tool.preview?.(parsed, context))
  } catch {
    return undefined
  }
}

/** Equal calls have one key, whatever the order of their fields. */
function keyOf(
  { world }: Turn,
  { tool, input, access }: UnderstoodCall,
  openings: readonly Opening[] = [],
): string {
  return digestOf({ tool: tool.name, input, access, workspace: world.workspace, openings })
}
