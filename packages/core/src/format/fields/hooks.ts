import type { SkillHooks } from '../../skill.ts'
import type { Report } from '../report.ts'
import { isNull, type YamlPair } from '../yaml/index.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import { spanOf } from './text.ts'
import { emptyRecord, type PlainValue, toValue, trimBlanks, uniquePairs } from './values.ts'

export interface ReadHooks {
  readonly hooks: SkillHooks
  /** Other clients' event hooks, kept as read. */
  readonly foreign?: Readonly<Record<string, PlainValue>>
}

const none: ReadHooks = { hooks: Object.freeze({}) }

const events: ReadonlyMap<string, keyof SkillHooks> = new Map([
  ['preExecute', 'preExecute'],
  ['pre-execute', 'preExecute'],
  ['pre_execute', 'preExecute'],
  ['postExecute', 'postExecute'],
  ['post-execute', 'postExecute'],
  ['post_execute', 'postExecute'],
  ['onError', 'onError'],
  ['on-error', 'onError'],
  ['on_error', 'onError'],
])

/** Instructions around a turn. Hooks of other clients run commands; those are never run here. */
export function readHooks(entries: FieldEntries, report: Report): ReadHooks {
  const entry = entries.known.hooks
  if (entry === undefined || isNull(entry.value)) return none
  if (entry.value.kind !== 'map') {
    report.warning(
      'field/type',
      '"hooks" is meant to be a map of preExecute, postExecute and onError.',
      {
        at: spanOf(entry),
        hint: 'hooks: { preExecute: "…" }',
      },
    )
    return { ...none, foreign: Object.freeze({ hooks: toValue(entry.value, report) }) }
  }
  const hooks: { -readonly [Event in keyof SkillHooks]: string } = {}
  const foreign = emptyRecord<PlainValue>()
  for (const pair of uniquePairs(entry.value, report)) {
    const event = events.get(pair.key)
    if (event !== undefined && pair.value.kind === 'scalar') {
      const text = trimBlanks(pair.value.text)
      if (!isNull(pair.value) && text !== '') hooks[event] = text
    } else foreign[pair.key] = setAside(entry, pair, report)
  }
  const result = { hooks: Object.freeze(hooks) }
  if (Object.keys(foreign).length === 0) return result
  return { ...result, foreign: Object.freeze(foreign) }
}

function setAside(entry: FieldEntry, pair: YamlPair, report: Report): PlainValue {
  report.info('field/not-run', `The hook "${pair.key}" is not run by Skillet.`, {
    at: { start: pair.keyStart, end: pair.keyEnd },
    hint: `\`${entry.key}\` takes text under preExecute, postExecute and onError.`,
  })
  return toValue(pair.value, report)
}
