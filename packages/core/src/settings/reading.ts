import type { Diagnostic, Range, Severity } from '../diagnostic.ts'
import { editDistance } from '../edit-distance.ts'
import { settingBounds } from './bounds.ts'
import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  rangeOf,
  type Span,
} from './json.ts'
import type { SettingsFile, SettingsLevel } from './types.ts'

const { longestName, mostEntries } = settingBounds

export interface CheckedFile {
  readonly settings: SettingsFile
  readonly ranges: Readonly<Record<string, Range>>
  readonly diagnostics: readonly Diagnostic[]
}

/** What a value is, where it is one that may stand there. */
export type Field<T> = (reading: Reading, node: JsonNode, path: string) => T | undefined
/** Those of an object, by its keys. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> }

/**
 * All that a project may say, also where it is trusted. Addresses, keys, `allow` rules and limits
 * would let a repository take a person's key or rights along.
 */
export const projectKeys: readonly string[] = [
  'skills',
  'clients',
  'disabled',
  'enabled',
  'knowledge',
  'model',
  'permissions',
  'permissions/ask',
  'permissions/deny',
]

interface Report {
  readonly code?: 'settings/invalid' | 'settings/not-allowed'
  readonly severity?: Severity
  readonly message: string
  readonly hint?: string
}

/** More of them help nobody, and a file of nothing but mistakes would give tens of thousands. */
const mostReports = 100

/** What one pass over a file's values collects. */
export class Reading {
  private readonly source: { text: string; file: string; level: SettingsLevel }
  private readonly diagnostics: Diagnostic[] = []
  private readonly ranges = new Map<string, Range>()
  private isRefused = false
  private unsaid = 0

  constructor(source: { text: string; file: string; level: SettingsLevel }) {
    this.source = source
  }

  record<T>(
    node: JsonNode & { readonly kind: 'object' },
    known: Fields<T>,
    prefix = '',
  ): Partial<T> {
    const result: Partial<T> = {}
    const last = new Map(node.members.map((member) => [member.key, member]))
    for (const member of node.members) {
      const { key, value } = member
      if (last.get(key) !== member) {
        const message = `The key \`${key}\` is there twice; the last one counts.`
        this.report(member.keySpan, { message, hint: 'Remove one of them.' })
      } else if (isKeyOf(known, key)) {
        if (!this.allowed(member, prefix)) continue
        this.place(`${prefix}${key}`, value)
        const checked = known[key](this, value, `${prefix}${key}`)
        if (checked !== undefined) result[key] = checked
      } else if (key !== '$schema') {
        this.unknown(member, Object.keys(known))
      }
    }
    return result
  }

  place(path: string, node: JsonNode): void {
    this.ranges.set(path, rangeOf(this.source.text, node))
  }

  wrongType(node: JsonNode, path: string, expected: string): undefined {
    const message = `The setting \`${path.replaceAll('/', '.')}\` is not ${expected}, so it does not count.`
    this.report(node, { message })
    return undefined
  }

  /** Nothing in the file counts, since what is wrong takes something away. */
  refuse(node: JsonNode, path: string, expected: string): undefined {
    this.isRefused = true
    const what = `The setting \`${path.replaceAll('/', '.')}\` is not ${expected}.`
    this.report(node, { severity: 'error', message: `${what} Nothing in this file counts.` })
    return undefined
  }

  wrongKey({ keySpan }: JsonMember, path: string): void {
    const key = path.replaceAll('/', '.')
    this.report(keySpan, {
      message: `A name in \`${key}\` has 1 to ${longestName} characters, none of them a control character. What stands below this one does not count.`,
    })
  }

  tooMany(
    node: JsonArray | JsonObject,
    path: string,
    outcome: 'drop the rest' | 'refuse the file',
  ): void {
    const key = path.replaceAll('/', '.')
    const entries = node.kind === 'array' ? node.items : node.members
    const what = `The list \`${key}\` has ${entries.length} entries, and at most ${mostEntries} count.`
    const isRefused = outcome === 'refuse the file'
    this.isRefused ||= isRefused
    this.report(entries[mostEntries] ?? node, {
      severity: isRefused ? 'error' : 'warning',
      message: isRefused ? `${what} Nothing in this file counts.` : `${what} The rest does not.`,
      hint: 'Write fewer entries, such as one with `*` in place of many.',
    })
  }

  report(span: Span, { code = 'settings/invalid', severity = 'warning', ...what }: Report): void {
    // An error is never left out: it says that nothing in the file counts.
    if (severity !== 'error' && this.diagnostics.length >= mostReports) {
      this.unsaid += 1
      return
    }
    const range = rangeOf(this.source.text, span)
    this.diagnostics.push({ code, severity, file: this.source.file, range, ...what })
  }

  result(settings: SettingsFile): CheckedFile {
    const diagnostics = [...this.diagnostics, ...this.furtherProblems()]
    if (this.isRefused) return { settings: {}, ranges: {}, diagnostics }
    return { settings, ranges: Object.fromEntries(this.ranges), diagnostics }
  }

  private furtherProblems(): Diagnostic[] {
    if (this.unsaid === 0) return []
    const message = `There are ${this.unsaid} further problems in this file.`
    const { file } = this.source
    return [{ code: 'settings/invalid', severity: 'warning', message, file }]
  }

  private allowed(member: JsonMember, prefix: string): boolean {
    const path = `${prefix}${member.key}`
    if (this.source.level === 'user' || projectKeys.includes(path)) return true
    this.report(member.keySpan, {
      code: 'settings/not-allowed',
      message: `A project's settings may not set \`${path.replaceAll('/', '.')}\`, so it does not count.`,
      hint: 'Set it in your own settings if you want it.',
    })
    return false
  }

  private unknown(member: JsonMember, known: readonly string[]): void {
    const near = known.find((key) => isSlipOf(key, member.key))
    this.report(member.keySpan, {
      message: `The key \`${member.key}\` is unknown, so it does not count.`,
      ...(near === undefined ? {} : { hint: `Write \`${near}\`.` }),
    })
  }
}

function isKeyOf<T extends object>(record: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(record, key)
}

/** One typing slip apart, or written in another case or with other separators. */
export function isSlipOf(key: string, typed: string): boolean {
  const fold = (value: string): string => value.toLowerCase().replaceAll(/[-_\s]/g, '')
  const a = fold(key)
  const b = fold(typed)
  return a === b || a === `${b}s` || `${a}s` === b || editDistance(a, b, 2) <= 2
}
