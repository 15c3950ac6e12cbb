import { type SkillEntry, type SkillState, skillStates } from '@skillet/server/contract'

/** What a request's catalogue did with some skills: the inspector leads here with it. */
export const cuts = ['whole', 'shortened', 'nameOnly', 'omitted'] as const
export type Cut = (typeof cuts)[number]

/** A request of a conversation whose catalogue is looked at. */
export interface CatalogueOf {
  readonly cut: Cut
  readonly conversation: string
  readonly message: string
  readonly step: number
}

/** What the page shows. All of it is in the address, so that it can be kept and sent. */
export interface SkillsView {
  /** Shown states; empty: all. */
  readonly states: readonly SkillState[]
  readonly text: string
  /** Path of the skill whose details are open. */
  readonly skill?: string | undefined
  readonly tab?: string | undefined
  readonly catalogue?: CatalogueOf | undefined
}

/** Reads the view from the address; what it does not know is as if it were not there. */
export function readView(query: URLSearchParams): SkillsView {
  const named = (query.get('state') ?? '').split(',')
  const skill = query.get('skill')
  const tab = query.get('tab')
  return {
    states: skillStates.filter((state) => named.includes(state)),
    text: query.get('q') ?? '',
    ...(skill === null ? {} : { skill }),
    ...(tab === null ? {} : { tab }),
    ...readCatalogue(query),
  }
}

function readCatalogue(query: URLSearchParams): { catalogue?: CatalogueOf } {
  const cut = cuts.find((one) => one === query.get('catalogue'))
  const conversation = query.get('conversation')
  const message = query.get('message')
  const step = Number(query.get('step'))
  if (cut === undefined || conversation === null || message === null || !(step >= 1)) return {}
  return { catalogue: { cut, conversation, message, step } }
}

/** The address of a view. */
export function viewAddress({ states: shown, text, skill, tab, catalogue }: SkillsView): string {
  const query = new URLSearchParams()
  const ordered = skillStates.filter((state) => shown.includes(state))
  if (ordered.length > 0) query.set('state', ordered.join(','))
  if (text !== '') query.set('q', text)
  if (catalogue !== undefined) {
    query.set('catalogue', catalogue.cut)
    query.set('conversation', catalogue.conversation)
    query.set('message', catalogue.message)
    query.set('step', String(catalogue.step))
  }
  if (skill !== undefined) query.set('skill', skill)
  if (skill !== undefined && tab !== undefined) query.set('tab', tab)
  return query.size === 0 ? '/skills' : `/skills?${query}`
}

/** How many entries there are of each state. */
export function countStates(entries: readonly SkillEntry[]): Readonly<Record<SkillState, number>> {
  const counts = { loaded: 0, shadowed: 0, untrusted: 0, disabled: 0, invalid: 0, ignored: 0 }
  for (const { state } of entries) counts[state] += 1
  return counts
}

/** The entries of some states in which every word occurs, and whose name is among `names`. */
export function matching(
  entries: readonly SkillEntry[],
  { states: shown, text }: Pick<SkillsView, 'states' | 'text'>,
  names?: ReadonlySet<string>,
): readonly SkillEntry[] {
  const words = fold(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (shown.length === 0 && words.length === 0 && names === undefined) return entries
  return entries.filter((entry) => {
    if (shown.length > 0 && !shown.includes(entry.state)) return false
    if (names !== undefined && !names.has(entry.name) && !names.has(entry.callableAs)) return false
    if (words.length === 0) return true
    const all = textOf(entry)
    return words.every((word) => all.includes(word))
  })
}

/** Folding ten thousand descriptions anew for each key would be felt. */
const texts = new WeakMap<SkillEntry, string>()

function textOf(entry: SkillEntry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const { name, callableAs, description, path } = entry
  const text = fold([name, callableAs, description, path].join('\n'))
  texts.set(entry, text)
  return text
}

const plain = /^[\0-\x7f]*$/u

/** Normalising is slow, and most text needs none. */
function fold(text: string): string {
  return (plain.test(text) ? text : text.normalize('NFKC')).toLowerCase()
}
