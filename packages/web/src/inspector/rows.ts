import type { Preview, PromptSection, RequestRecord } from '@skillet/server/contract'

/** What a request is made of, in the order in which it is sent. */
export const groups = ['knowledge', 'skills', 'base', 'catalogue', 'messages', 'tools'] as const
export type Group = (typeof groups)[number]

/** One row of the table, and one part of the bar: the same number. */
export interface RequestRow {
  /** Unique in the request, and the same part of the request before has the same. */
  readonly id: string
  readonly group: Group
  /** Of a skill: its name. */
  readonly title: string
  readonly tokens: number
  /** Exactly what was sent; absent where only its size was kept. */
  readonly text?: string
}

/** The parts of a request that was sent. */
export function rowsOfRecord(record: RequestRecord): readonly RequestRow[] {
  return rowsOf(record)
}

/** The parts of the request that the draft would make; its messages are known as text. */
export function rowsOfPreview(preview: Preview): readonly RequestRow[] {
  return rowsOf(preview, JSON.stringify(preview.messages, null, 2))
}

type Sent = Pick<RequestRecord, 'sections' | 'tools' | 'toolTokens' | 'messageTokens'>

function rowsOf(sent: Sent, messages?: string): readonly RequestRow[] {
  const { sections, tools, toolTokens, messageTokens } = sent
  const rows = numbered(sections)
  rows.push({
    id: 'messages',
    group: 'messages',
    title: '',
    tokens: messageTokens,
    ...(messages === undefined ? {} : { text: messages }),
  })
  if (tools.length > 0) {
    const text = JSON.stringify(tools, null, 2)
    rows.push({ id: 'tools', group: 'tools', title: '', tokens: toolTokens, text })
  }
  return rows
}

/** Two active skills may have the same name; their order tells them apart. */
function numbered(sections: readonly PromptSection[]): RequestRow[] {
  const seen = new Map<string, number>()
  return sections.map(({ kind, title, text, tokens }) => {
    const name = `${kind} ${title}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { id: `${name} ${count}`, group: groupOf(kind), title, tokens, text }
  })
}

function groupOf(kind: string): Group {
  if (kind === 'skill') return 'skills'
  return groups.find((group) => group === kind) ?? 'base'
}

/** How a part differs from the request before. */
export type RowChange = 'new' | 'changed' | 'same'

export function changeOf(row: RequestRow, before: readonly RequestRow[] | undefined): RowChange {
  if (before === undefined) return 'same'
  const former = before.find(({ id }) => id === row.id)
  if (former === undefined) return 'new'
  return former.text === row.text && former.tokens === row.tokens ? 'same' : 'changed'
}

/** Parts that the request before had and this one has not. */
export function goneRows(
  rows: readonly RequestRow[],
  before: readonly RequestRow[] | undefined,
): readonly RequestRow[] {
  const ids = new Set(rows.map(({ id }) => id))
  return before?.filter(({ id }) => !ids.has(id)) ?? []
}

/** The request against the window of its model. */
export interface Size {
  readonly total: number
  /** The provider counted it; else it is estimated. */
  readonly isCounted: boolean
  readonly window: number | undefined
  /** What is left of the window. */
  readonly rest: number
}

export function sizeOf(
  rows: readonly RequestRow[],
  { countedTokens, contextWindow }: Pick<RequestRecord, 'countedTokens' | 'contextWindow'>,
): Size {
  const estimated = rows.reduce((sum, { tokens }) => sum + tokens, 0)
  const total = countedTokens ?? estimated
  return {
    total,
    isCounted: countedTokens !== undefined,
    window: contextWindow,
    rest: Math.max(0, (contextWindow ?? total) - total),
  }
}

/** A part of the bar, with its share of the whole width. */
export interface BarPart {
  readonly id: string
  readonly group: Group | 'rest'
  /** Of 1. */
  readonly share: number
}

/** The bar: each part in the order sent, then the rest of the window. Empty parts are left out. */
export function barParts(rows: readonly RequestRow[], size: Size): readonly BarPart[] {
  const estimated = rows.reduce((sum, { tokens }) => sum + tokens, 0)
  // A counted total is shared out as the estimates say, so that the rest stays true.
  const factor = estimated === 0 ? 0 : size.total / estimated
  const whole = Math.max(size.total + size.rest, 1)
  const parts = [...rows]
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
    .filter(({ tokens }) => tokens > 0)
    .map(({ id, group, tokens }) => ({ id, group, share: (tokens * factor) / whole }))
  return size.rest > 0 && size.window !== undefined
    ? [...parts, { id: 'rest', group: 'rest', share: size.rest / whole }]
    : parts
}
