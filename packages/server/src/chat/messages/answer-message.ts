import type { Message, Part, StoredActivation, StoredApproval } from '@skillet/agent'
import type { DataParts, SkilletPart } from '../../contract/index.ts'
import {
  type ApprovalSetting,
  approvalData,
  approvalOf,
  approvalPartId,
  isAboutNoCall,
} from './approval.ts'
import { imageUrl, resultOutput, unknownOutcome } from './tool-output.ts'

type StoredCall = Extract<Part, { type: 'tool' }>
type StoredCompaction = Extract<Part, { type: 'compaction' }>

/** All that the store knows about one answer. */
export interface StoredAnswer {
  readonly conversationId: string
  readonly message: Message
  /** The skill that the person picked for the message before it, as it was handed over. */
  readonly picked: StoredActivation | undefined
  /** Those that the model loaded in this answer, in order. */
  readonly loaded: readonly StoredActivation[]
  /** Asked in its turn, in order. */
  readonly approvals: readonly StoredApproval[]
  /** The newest compaction before this answer. */
  readonly compaction: StoredCompaction | undefined
}

/**
 * The parts of an answer, in the order in which a page that was open saw them come: what a step says
 * and calls, then the questions about each call and the skill that it loaded.
 */
export function answerParts(stored: StoredAnswer, setting: ApprovalSetting): SkilletPart[] {
  const shown = new ShownAnswer(stored, setting)
  shown.begin()
  let { compaction } = stored
  for (const part of stored.message.parts) {
    shown.add(part, compaction)
    if (part.type === 'compaction') compaction = part
  }
  return shown.end()
}

/** `provider/model` of the last step that shows anything; a skill may have changed it. */
export function answerModel({ parts }: Message): string | undefined {
  let model: string | undefined
  let shown: string | undefined
  for (const part of parts) {
    if (part.type === 'step') model = part.model
    else if (isVisible(part)) shown = model
  }
  return shown
}

/** Signatures of providers are kept with texts that are empty. */
function isVisible(part: Part): boolean {
  if (part.type === 'text' || part.type === 'reasoning') return part.text !== ''
  return part.type === 'tool'
}

class ShownAnswer {
  readonly #stored: StoredAnswer
  readonly #setting: ApprovalSetting
  readonly #parts: SkilletPart[] = []
  /** Not placed yet. */
  #questions: readonly StoredApproval[]
  #loaded: readonly StoredActivation[]
  /** Of the step under way. */
  #calls: readonly StoredCall[] = []
  #stepShown = true
  #skills = 0

  constructor(stored: StoredAnswer, setting: ApprovalSetting) {
    this.#stored = stored
    this.#setting = setting
    this.#questions = stored.approvals
    this.#loaded = stored.loaded
  }

  /** What comes before the model is asked: a skill's wish for another model, and the skill. */
  begin(): void {
    const { picked, message } = this.#stored
    const [first] = this.#questions
    if (first && isAboutNoCall(first.request) && first.request.tool === 'model') {
      if (!picked || first.request.skill === picked.name) this.#ask()
    }
    if (picked && !message.state) this.#skill(picked)
  }

  add(part: Part, compaction: StoredCompaction | undefined): void {
    switch (part.type) {
      case 'step':
        this.#endStep()
        this.#stepShown = false
        return
      case 'text':
      case 'reasoning':
        if (part.text === '') return
        this.#showStep()
        this.#parts.push({ type: part.type, text: part.text, state: 'done' })
        return
      case 'tool':
        this.#showStep()
        this.#parts.push(this.#call(part))
        this.#calls = [...this.#calls, part]
        return
      case 'follow-up': {
        this.#endStep()
        const { hook, skill, text } = part
        this.#parts.push({ type: 'data-follow-up', data: { hook, skill, text } })
        return
      }
      case 'compaction':
        this.#endStep()
        this.#parts.push({ type: 'data-compaction', data: compactionData(part, compaction) })
        return
      // Of messages of a person alone.
      case 'skill':
      case 'skill-dropped':
      case 'attachment':
      case 'knowledge':
        return
    }
  }

  end(): SkilletPart[] {
    this.#endStep()
    for (const skill of this.#loaded) this.#skill(skill)
    while (this.#questions.length > 0) this.#ask()
    return this.#parts
  }

  #showStep(): void {
    if (!this.#stepShown) this.#parts.push({ type: 'step-start' })
    this.#stepShown = true
  }

  /** Calls run one after another once the model has said all of the step. */
  #endStep(): void {
    for (const call of this.#calls) {
      while (this.#questions[0]?.request.callId === call.callId) this.#ask()
      const skill = this.#loadedBy(call)
      if (!skill) continue
      this.#skill(skill)
      this.#askWishesOf(skill)
    }
    this.#calls = []
  }

  /** A skill wishes for each thing once; the same wish again is that of a later loading. */
  #askWishesOf({ name }: StoredActivation): void {
    const asked = new Set<string>()
    for (;;) {
      const request = this.#questions[0]?.request
      if (!request || !isAboutNoCall(request) || request.skill !== name) return
      if (asked.has(request.tool)) return
      asked.add(request.tool)
      this.#ask()
    }
  }

  #loadedBy({ result }: StoredCall): StoredActivation | undefined {
    const [next] = this.#loaded
    const activate = result?.kind === 'outcome' ? result.outcome.activate : undefined
    return next && activate?.location === next.location ? next : undefined
  }

  #skill(activation: StoredActivation): void {
    this.#loaded = this.#loaded.filter((one) => one !== activation)
    this.#skills += 1
    this.#parts.push({
      type: 'data-skill',
      id: skillPartId(this.#skills),
      data: activationData(activation),
    })
  }

  #ask(): void {
    const [asked, ...others] = this.#questions
    this.#questions = others
    if (!asked) return
    const { answer, answeredAt } = asked
    const answered = answer && { answer, answeredAt }
    this.#parts.push({
      type: 'data-approval',
      id: approvalPartId(asked.request.id),
      data: approvalData(approvalOf(asked, this.#setting), answered),
    })
  }

  #call({ callId, tool, input, result }: StoredCall): SkilletPart {
    const { conversationId, approvals, message } = this.#stored
    const call = { type: 'dynamic-tool', toolName: tool, toolCallId: callId, input } as const
    const asked = approvals.findLast(({ request }) => request.callId === callId)
    const id = asked?.request.id
    if (result) {
      const refusedByPerson = asked?.answer?.decision === 'no'
      const image = imageUrl(conversationId, callId)
      const output = resultOutput(result, { image, refusedByPerson })
      const approval = id === undefined ? {} : { approval: { id, approved: true as const } }
      return { ...call, state: 'output-available', output, ...approval }
    }
    if (message.end) return { ...call, state: 'output-error', errorText: unknownOutcome }
    if (id === undefined) return { ...call, state: 'input-available' }
    if (!asked?.answer) return { ...call, state: 'approval-requested', approval: { id } }
    const approved = asked.answer.decision !== 'no'
    return { ...call, state: 'approval-responded', approval: { id, approved } }
  }
}

export const skillPartId = (number: number) => `skill-${number}`

function activationData(activation: StoredActivation): DataParts['skill'] {
  const { name, location, arguments: given, route, tokens, tools, handOver } = activation
  return skillData({
    name,
    location,
    scope: activation.scope ?? handOver?.skill.source.scope ?? '',
    arguments: given,
    route,
    tokens,
    truncated: activation.truncated ?? handOver?.truncated ?? 0,
    tools,
  })
}

/** A skill that was handed over. */
export function skillData(skill: {
  readonly name: string
  readonly location: string
  readonly scope: string
  readonly arguments: string
  readonly route: 'user' | 'model' | 'read'
  readonly tokens: number
  readonly truncated: number
  readonly tools: readonly string[]
}): DataParts['skill'] {
  const { name, location, scope, arguments: given, route, tokens, truncated, tools } = skill
  return {
    name,
    location,
    ...(scope !== '' && { scope }),
    ...(given !== '' && { arguments: given }),
    route,
    tokens,
    ...(truncated > 0 && { truncated }),
    tools: [...tools],
  }
}

/** What a compaction changed against the one before it. */
function compactionData(
  { upTo, messages, tokensBefore, tokensAfter, summary, shortened = [] }: StoredCompaction,
  before: StoredCompaction | undefined,
): DataParts['compaction'] {
  const known = new Set(before?.shortened)
  const kept = upTo === (before?.upTo ?? '')
  return {
    messages,
    tokensBefore,
    tokensAfter,
    summary: kept ? 'kept' : summary === '' ? 'none' : 'written',
    shortened: shortened.filter((callId) => !known.has(callId)).length,
  }
}
