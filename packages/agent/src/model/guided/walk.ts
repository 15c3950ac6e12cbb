import { codeSpan, plainText, shorten } from './markdown.ts'
import { type Action, joinPrinted, type Plan, type Step } from './plan.ts'
import type { CallResult } from './results.ts'
import type { GuidedSentences } from './sentences.ts'

/** What guided says next: a text, and the call it ends with unless the walk is over. */
export interface Reply {
  readonly text: string
  readonly action?: Action
}

export interface Walk {
  readonly plan: Plan
  /** What a person types after the slash to call the skill. */
  readonly name: string
  /** Whether the person wrote anything besides the skill's name. */
  readonly hasMessage: boolean
  readonly sentences: GuidedSentences
  /** How to connect a model, or nothing where it was said before. */
  readonly advice: string
}

type Act = Extract<Step, { kind: 'act' }>

/** The reply after so many results: what became of the last call, then on to the next one. */
export function continueWalk(walk: Walk, results: readonly CallResult[]): Reply {
  const { plan, sentences } = walk
  const acts = plan.steps.filter((step): step is Act => step.kind === 'act')
  const place = Math.min(results.length, acts.length)
  const next = acts[place]
  const last = acts[place - 1]
  const result = results[place - 1]

  const begun = last && result ? [reportOf(last.action, result, sentences)] : opening(walk)
  const printed = joinPrinted(
    between(plan.steps, last, next).flatMap((step) => printedStep(step, sentences)),
  )
  const end = next ? [announce(next.action, sentences)] : summaryOf(walk, acts, results)
  const text = [...begun, printed, ...end].filter((part) => part !== '').join('\n\n')
  return next ? { text, action: next.action } : { text }
}

/** The steps behind one call and before another; either may be missing. */
function between(steps: readonly Step[], last: Step | undefined, next: Step | undefined) {
  const start = last === undefined ? 0 : steps.indexOf(last) + 1
  return steps.slice(start, next === undefined ? steps.length : steps.indexOf(next))
}

function opening({ name, hasMessage, sentences, plan }: Walk): string[] {
  const { steps, proseLeftOut } = plan
  const runs = steps.some((step) => step.kind === 'act' && step.action.tool === 'bash')
  const command = codeSpan(`/${name}`)
  return [
    sentences.noModel,
    ...(steps.length === 0
      ? [sentences.noBody]
      : [
          (proseLeftOut === 0 ? sentences.followingAll : sentences.followingSteps)(command),
          runs ? sentences.permission : '',
        ]),
    hasMessage ? sentences.notInterpreted : '',
  ]
}

function printedStep(step: Step, sentences: GuidedSentences): readonly string[] {
  switch (step.kind) {
    case 'print':
      return [step.text]
    case 'skip':
      return [
        sentences.skipped(
          codeSpan(shortened(step.shown)),
          plainText(sentences.reason(step.reason)),
        ),
      ]
    case 'act':
      return []
  }
}

/** A command on one line, from which one can still see where its lines end. */
function shortened(command: string): string {
  const lines = command.split('\n').map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  const commands = filled.filter((line) => !line.startsWith('#'))
  return shorten((commands.length > 0 ? commands : filled).join(' ⏎ '), 80)
}

const announce = (action: Action, sentences: GuidedSentences): string =>
  action.tool === 'read' ? sentences.reading(codeSpan(action.shown)) : sentences.proposing

function reportOf(action: Action, result: CallResult, sentences: GuidedSentences): string {
  if (result.kind === 'refused') return sentences.refused
  if (action.tool === 'read') {
    const path = codeSpan(action.shown)
    return result.kind === 'done'
      ? sentences.wasRead(path, result.lines)
      : sentences.couldNotRead(path)
  }
  if (result.kind === 'done') return sentences.exited(0, result.lines)
  return result.exitCode === undefined
    ? sentences.endedBadly(result.lines)
    : sentences.exited(result.exitCode, result.lines)
}

/** What was done and what was not, from the plan and how each call ended. */
function summaryOf(walk: Walk, acts: readonly Act[], results: readonly CallResult[]): string[] {
  const { sentences, plan, name } = walk
  const ended = acts.map(({ action }, at) => ({ action, result: results[at] }))
  const kinds = (tool: Action['tool'], kind: CallResult['kind']) =>
    ended.filter(({ action, result }) => action.tool === tool && result?.kind === kind)
  const read = kinds('read', 'done').map(({ action }) => codeSpan(action.shown))
  const failed = kinds('bash', 'failed').length
  const ran = kinds('bash', 'done').length + failed

  const lines = [
    ...(read.length > 0 ? [sentences.read(read)] : []),
    ...kinds('read', 'failed').map(({ action }) => sentences.couldNotRead(codeSpan(action.shown))),
    ...(ran > 0 ? [sentences.ran(ran, failed)] : []),
    ...plan.steps.flatMap((step) => {
      if (step.kind !== 'act') return step.kind === 'skip' ? printedStep(step, sentences) : []
      const refused = results[acts.indexOf(step)]?.kind === 'refused'
      const shown = codeSpan(shortened(step.action.shown))
      return refused ? [sentences.skipped(shown, sentences.reason('refused'))] : []
    }),
    ...(plan.proseLeftOut > 0 ? [sentences.proseLeftOut(plan.proseLeftOut, name)] : []),
  ]
  const nothing = plan.steps.every(({ kind }) => kind === 'print') ? [sentences.nothingToDo] : []
  return [
    sentences.summary,
    [...nothing, ...lines].map((line) => `- ${line}`).join('\n'),
    walk.advice,
  ]
}
