import type { DataParts, MessageEnd, SkilletMessage, SkilletPart } from '@skillet/server/contract'
import { type Asked, type CallState, callState, outputOf, type ToolPart } from './call-state.ts'

/** A tool call of an answer with all that is known of it. Its objects are those of the message. */
export interface Call {
  readonly part: ToolPart
  readonly state: CallState
  /** Every question about it, in order. */
  readonly asked: readonly Asked[]
}

type Data = Exclude<
  { [Name in keyof DataParts]: { type: `data-${Name}`; data: DataParts[Name] } }[keyof DataParts],
  { type: 'data-approval' }
>

/** What an answer is made of, in the order in which it is shown. */
export type Item =
  | { readonly kind: 'text'; readonly key: string; readonly part: TextPart }
  | { readonly kind: 'reasoning'; readonly key: string; readonly part: ReasoningPart }
  | { readonly kind: 'call'; readonly key: string; readonly call: Call }
  /** Neighbouring finished reads and searches, folded into one line. */
  | { readonly kind: 'folded'; readonly key: string; readonly calls: readonly Call[] }
  /** What waits for the person, of one step. */
  | { readonly kind: 'waiting'; readonly key: string; readonly calls: readonly Call[] }
  /** A question that is about no call: rights of a skill, another model. */
  | { readonly kind: 'question'; readonly key: string; readonly asked: Asked }
  | { readonly kind: 'file'; readonly key: string; readonly part: FilePart }
  | { readonly kind: 'data'; readonly key: string; readonly part: Data }

export type TextPart = Extract<SkilletPart, { type: 'text' }>
export type ReasoningPart = Extract<SkilletPart, { type: 'reasoning' }>
export type FilePart = Extract<SkilletPart, { type: 'file' }>

/**
 * The parts of an answer as a person reads them: calls with their questions, waiting ones of one
 * step as one list, neighbouring finished reads and searches as one line.
 */
export function groupCalls(parts: SkilletMessage['parts'], end?: MessageEnd): readonly Item[] {
  return folded(together(itemsOf(parts, end)))
}

type Step = { readonly kind: 'step' }

function itemsOf(parts: SkilletMessage['parts'], end?: MessageEnd): readonly (Item | Step)[] {
  const questions = questionsByCall(parts)
  const calls = new Set(parts.flatMap((part) => (isTool(part) ? [part.toolCallId] : [])))
  return parts.flatMap((part, at): readonly (Item | Step)[] => {
    const key = `${at}`
    switch (part.type) {
      case 'step-start':
        return [{ kind: 'step' }]
      case 'text':
        return part.text.trim() === '' ? [] : [{ kind: 'text', key, part }]
      case 'reasoning':
        return part.text.trim() === '' && part.state !== 'streaming'
          ? []
          : [{ kind: 'reasoning', key, part }]
      case 'dynamic-tool': {
        const asked = questions.get(part.toolCallId) ?? none
        const state = callState(part, asked.at(-1), end)
        return [{ kind: 'call', key: part.toolCallId, call: { part, state, asked } }]
      }
      case 'file':
        return [{ kind: 'file', key, part }]
      case 'data-approval': {
        const { request } = part.data
        if (calls.has(request.callId)) return []
        return [{ kind: 'question', key: request.id, asked: part.data }]
      }
      default:
        return isData(part) ? [{ kind: 'data', key, part }] : []
    }
  })
}

const none: readonly Asked[] = []

function isTool(part: SkilletPart): part is ToolPart {
  return part.type === 'dynamic-tool'
}

function isData(part: SkilletPart): part is Extract<SkilletPart, Data> {
  return part.type.startsWith('data-') && part.type !== 'data-approval'
}

function questionsByCall(parts: SkilletMessage['parts']): ReadonlyMap<string, readonly Asked[]> {
  const questions = new Map<string, readonly Asked[]>()
  for (const part of parts) {
    if (part.type !== 'data-approval') continue
    const { callId } = part.data.request
    questions.set(callId, [...(questions.get(callId) ?? []), part.data])
  }
  return questions
}

/** Waiting calls of one step become one list, even a list of one. */
function together(items: readonly (Item | Step)[]): readonly Item[] {
  const done: Item[] = []
  let open: Extract<Item, { kind: 'waiting' }> | undefined
  for (const item of items) {
    if (item.kind === 'step') {
      open = undefined
      continue
    }
    if (item.kind !== 'call' || item.call.state !== 'waiting') {
      done.push(item)
      continue
    }
    const calls: readonly Call[] = [...(open?.calls ?? []), item.call]
    const list = { kind: 'waiting', key: open?.key ?? `waiting-${item.key}`, calls } as const
    if (open === undefined) done.push(list)
    else done.splice(done.indexOf(open), 1, list)
    open = list
  }
  return done
}

/** Tools whose finished calls are of little interest, and what they count as. */
const quiet: ReadonlyMap<string, 'read' | 'search'> = new Map([
  ['read', 'read'],
  ['ls', 'search'],
  ['grep', 'search'],
  ['find', 'search'],
  ['search_skills', 'search'],
])

function folded(items: readonly Item[]): readonly Item[] {
  const done: Item[] = []
  for (const item of items) {
    const before = done.at(-1)
    if (item.kind !== 'call' || !isQuiet(item.call)) done.push(item)
    else if (before?.kind === 'call' && isQuiet(before.call))
      done.splice(-1, 1, {
        kind: 'folded',
        key: `folded-${before.key}`,
        calls: [before.call, item.call],
      })
    else if (before?.kind === 'folded')
      done.splice(-1, 1, { ...before, calls: [...before.calls, item.call] })
    else done.push(item)
  }
  return done
}

/** A question about it, or an image, is worth its own line. */
function isQuiet({ part, state, asked }: Call): boolean {
  return (
    state === 'done' &&
    quiet.has(part.toolName) &&
    asked.length === 0 &&
    outputOf(part)?.image === undefined
  )
}

/** How many files were read, and how often something was searched. */
export function countQuiet(calls: readonly Call[]): {
  readonly reads: number
  readonly searches: number
} {
  const kinds = calls.map(({ part }) => quiet.get(part.toolName))
  const reads = kinds.filter((kind) => kind === 'read').length
  return { reads, searches: kinds.length - reads }
}
