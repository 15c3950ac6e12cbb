import { approvalRequest, decide, digestOf, exactRule } from '../permission/index.ts'
import type { ApprovalAnswer, Rule, Verdict } from '../permission/types.ts'
import type { Approved, ToolContext } from '../tools/types.ts'
import { permissionContext } from './skill-visibility.ts'
import type { Turn } from './turn-state.ts'
import type { UnderstoodCall } from './understand-call.ts'

/** Whether a call may run; exactly what was approved does. */
export type Permission =
  | { readonly kind: 'granted'; readonly approved: Approved }
  | {
      readonly kind: 'denied'
      readonly by: 'person' | 'rule' | 'skill'
      readonly reason: string
    }

/** An answer, and exactly what it was given to. */
interface Answered {
  readonly answer: ApprovalAnswer
  readonly approved: Approved
}

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
  const forbidding = turn.pool.forbids(inQuestion)
  if (forbidding) return { kind: 'denied', by: 'skill', reason: forbidding.reason }
  const verdict = decide(
    inQuestion,
    rulesOf(turn),
    permissionContext(turn.world, context.readableSkills),
  )
  if (verdict.effect === 'allow') return { kind: 'granted', approved: { access: call.access } }
  if (verdict.effect === 'deny') return { kind: 'denied', by: 'rule', reason: verdict.reason }
  return ask(turn, call, verdict, answers, context)
}

/** All rules that hold in this turn at this moment. */
export function rulesOf({ world, rules }: Turn): readonly Rule[] {
  return [...rules, ...world.rules, ...world.lasting]
}

async function ask(
  turn: Turn,
  call: UnderstoodCall,
  verdict: Verdict,
  answers: StepAnswers,
  context: ToolContext,
): Promise<Permission> {
  const key = keyOf(turn, call)
  const refusal = turn.refused.get(key)
  if (refusal !== undefined) return { kind: 'denied', by: 'person', reason: refusal }
  const { asking } = turn.world
  if (asking === 'allow' && !verdict.personOnly) {
    return { kind: 'granted', approved: { access: call.access } }
  }
  if (asking !== 'attended') {
    const reason = `Nobody is here to approve this call. ${verdict.reason}`
    return { kind: 'denied', by: 'rule', reason }
  }
  const asked = answers.get(key) ?? (await put(turn, call, verdict, context))
  answers.set(key, asked)
  const { answer, approved } = asked
  return answer.decision === 'no' ? refused(turn, key, answer) : { kind: 'granted', approved }
}

/** Asks the person, with the diff that would be made, and keeps the rule where they want one. */
async function put(
  turn: Turn,
  call: UnderstoodCall,
  verdict: Verdict,
  context: ToolContext,
): Promise<Answered> {
  const { world, conversation, prepared } = turn
  const { access } = call
  const preview = await previewOf(call, context)
  const baseHash = preview?.baseHash === undefined ? {} : { baseHash: preview.baseHash }
  const asker = prepared.picked?.activation.skill.name ?? turn.active.at(-1)?.name
  const request = approvalRequest({
    id: world.random(8),
    callId: call.callId,
    tool: call.tool.name,
    input: call.input,
    access,
    workspace: world.workspace,
    reason: verdict.reason,
    ...(verdict.personOnly && { personOnly: true }),
    ...(preview && { diff: preview.diff }),
    ...baseHash,
    ...(asker !== undefined && { skill: asker }),
  })
  const answer = await conversation.approvals.ask(request, turn)
  if (answer.decision === 'turn' || answer.decision === 'always') {
    await keepRule(turn, request.rule, answer.decision)
  }
  return { answer, approved: { access, ...baseHash } }
}

/** The exact rule of the question, never one that the answer brings: a wildcard is never kept. */
async function keepRule(turn: Turn, source: string, span: 'turn' | 'always'): Promise<void> {
  const { world } = turn
  const parsed = source === '' ? undefined : exactRule(source)
  if (!parsed) return
  const rule: Rule = { ...parsed, effect: 'allow', origin: span === 'turn' ? 'turn' : 'state' }
  if (span === 'turn') {
    turn.rules = [...turn.rules, rule]
    return
  }
  world.lasting.push(rule)
  try {
    await world.remember?.(rule)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The rule ${rule.source} holds until Skillet ends, but could not be kept: ${why}`
    turn.emit({ type: 'notice', code: 'rule-not-kept', message })
  }
}

function refused(turn: Turn, key: string, answer: ApprovalAnswer): Permission {
  const reason = answer.reason ?? 'The person said no.'
  turn.refused.set(key, reason)
  return { kind: 'denied', by: 'person', reason }
}

type Preview = Awaited<ReturnType<NonNullable<UnderstoodCall['tool']['preview']>>>

/** A preview that cannot be made is left out: the arguments are shown, and the tool says why. */
async function previewOf(
  { tool, input }: UnderstoodCall,
  context: ToolContext,
): Promise<Preview | undefined> {
  try {
    return await tool.preview?.(input, context)
  } catch {
    return undefined
  }
}

/** Equal calls have one key, whatever the order of their fields. */
function keyOf({ world }: Turn, { tool, input, access }: UnderstoodCall): string {
  return digestOf({ tool: tool.name, input, access, workspace: world.workspace })
}
