import type { Diagnostic, Range, Severity } from '../diagnostic.ts'
import { clients } from '../discovery/index.ts'
import { editDistance } from '../edit-distance.ts'
import { type JsonMember, type JsonNode, rangeOf, type Span } from './json.ts'
import type {
  ModelPrices,
  PermissionSettings,
  ProviderSettings,
  SandboxSettings,
  SettingsFile,
  SettingsLevel,
} from './types.ts'

export interface CheckedFile {
  readonly settings: SettingsFile
  readonly ranges: Readonly<Record<string, Range>>
  readonly diagnostics: readonly Diagnostic[]
}

/** A value that has the wrong type is dropped and reported; everything beside it counts. */
export function checkFields(
  root: JsonNode,
  source: { readonly text: string; readonly file: string; readonly level: SettingsLevel },
): CheckedFile {
  const reading = new Reading(source)
  if (root.kind !== 'object') {
    reading.report(root, {
      severity: 'error',
      message: 'The settings are not a JSON object. Nothing in this file counts.',
      hint: 'Write `{` … `}` around them.',
    })
    return reading.result({})
  }
  const settings = reading.record(root, fields)
  return reading.result(settings)
}

type Field<T> = (reading: Reading, node: JsonNode, path: string) => T | undefined
type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> }

const text: Field<string> = (reading, node, path) =>
  node.kind === 'scalar' && typeof node.value === 'string'
    ? node.value
    : reading.wrongType(node, path, 'a text in double quotes')

export const longestPattern = 256

/** Names, globs and paths; a pattern that nobody would type by hand is reported and left out. */
const pattern: Field<string> = (reading, node, path) => {
  const value = text(reading, node, path)
  if (value === undefined || (value.trim() !== '' && value.length <= longestPattern)) return value
  return reading.wrongType(node, path, `a name, glob or path of 1 to ${longestPattern} characters`)
}

const wholeNumber: Field<number> = (reading, node, path) =>
  node.kind === 'scalar' && Number.isSafeInteger(node.value) && Number(node.value) > 0
    ? Number(node.value)
    : reading.wrongType(node, path, 'a whole number above zero')

const percent: Field<number> = (reading, node, path) =>
  node.kind === 'scalar' && typeof node.value === 'number' && node.value >= 1 && node.value <= 100
    ? node.value
    : reading.wrongType(node, path, 'a number from 1 to 100 (per cent)')

const price: Field<number> = (reading, node, path) =>
  node.kind === 'scalar' && typeof node.value === 'number' && node.value >= 0
    ? node.value
    : reading.wrongType(node, path, 'US dollars for a million tokens, as a number')

/** Nobody types more into a list, and each skill is compared with each entry. */
export const mostEntries = 1_000

/**
 * `onTooMany`: what becomes of a list that is too long. Where its entries take something away, to
 * leave some of them out would give it back, so the whole file is refused.
 */
function listOf<T>(
  field: Field<T>,
  onTooMany: 'drop the rest' | 'refuse the file' = 'drop the rest',
): Field<readonly T[]> {
  return (reading, node, path) => {
    if (node.kind !== 'array') return reading.wrongType(node, path, 'a list')
    if (node.items.length > mostEntries) reading.tooMany(node, path, onTooMany)
    const values: T[] = []
    for (const item of node.items.slice(0, mostEntries)) {
      // Paths of ranges count the items that are kept, so that they fit the checked value.
      const at = `${path}/${values.length}`
      const value = field(reading, item, at)
      if (value === undefined) continue
      reading.place(at, item)
      values.push(value)
    }
    return values
  }
}

const texts = listOf(text)

const client: Field<string> = (reading, node, path) => {
  const id = text(reading, node, path)
  if (id === undefined || clients.some((one) => one.id === id)) return id
  const near = clients.find((one) => isSlipOf(one.id, id))?.id
  const known = clients.map((one) => one.id).join(', ')
  reading.report(node, {
    message: `No client is called \`${id}\`, so none of its folders is looked at.`,
    hint: near === undefined ? `Known clients: ${known}.` : `Write \`${near}\`.`,
  })
  return undefined
}

function oneOf<const T extends string>(...choices: readonly T[]): Field<T> {
  return (reading, node, path) =>
    choices.find((choice) => node.kind === 'scalar' && node.value === choice) ??
    reading.wrongType(node, path, `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`)
}

function mapOf<T>(field: Field<T>): Field<Readonly<Record<string, T>>> {
  return (reading, node, path) => {
    if (node.kind !== 'object') return reading.wrongType(node, path, 'an object')
    const values = new Map<string, T>()
    for (const member of node.members) {
      const value = field(reading, member.value, `${path}/${member.key}`)
      if (value !== undefined) values.set(member.key, value)
    }
    return Object.fromEntries(values)
  }
}

function recordOf<T>(known: Fields<T>): Field<Partial<T>> {
  return (reading, node, path) =>
    node.kind === 'object'
      ? reading.record(node, known, `${path}/`)
      : reading.wrongType(node, path, 'an object')
}

const yesOrNo: Field<boolean> = (reading, node, path) =>
  node.kind === 'scalar' && typeof node.value === 'boolean'
    ? node.value
    : reading.wrongType(node, path, '`true` or `false`')

const prices: Fields<ModelPrices> = {
  input: price,
  output: price,
  cacheRead: price,
  cacheWrite: price,
}

const providers: Fields<ProviderSettings> = {
  kind: oneOf('openai', 'anthropic', 'google', 'openai-compatible'),
  baseURL: text,
  apiKey: text,
  headers: mapOf(text),
  images: yesOrNo,
  prices: mapOf(recordOf(prices)),
}

const permissions: Fields<PermissionSettings> = {
  allow: texts,
  ask: listOf(text, 'refuse the file'),
  deny: listOf(text, 'refuse the file'),
}

const sandboxOpenings = recordOf<Exclude<SandboxSettings, string>>({
  network: yesOrNo,
  readable: texts,
})

const sandbox: Field<SandboxSettings> = (reading, node, path) => {
  if (node.kind === 'object') return sandboxOpenings(reading, node, path)
  const word = node.kind === 'scalar' ? node.value : undefined
  return word === 'auto' || word === 'off'
    ? word
    : reading.wrongType(
        node,
        path,
        '"auto" (a sandbox where one works), "off" (none), or an object: { "network": true, "readable": ["~/data"] }',
      )
}

/** Every key there is. `docs/settings.schema.json` says the same, and a test compares them. */
const fields: Fields<SettingsFile> = {
  skills: texts,
  clients: listOf(client),
  disabled: listOf(pattern, 'refuse the file'),
  enabled: listOf(pattern),
  knowledge: texts,
  model: text,
  language: oneOf('en', 'zh'),
  theme: oneOf('system', 'light', 'dark'),
  providers: mapOf(recordOf(providers)),
  permissions: recordOf(permissions),
  stepLimit: wholeNumber,
  context: recordOf({
    activeSkills: percent,
    instructions: percent,
    instructionCharacters: wholeNumber,
  }),
  sandbox,
  limits: recordOf({
    depth: wholeNumber,
    explicitDepth: wholeNumber,
    folders: wholeNumber,
    entries: wholeNumber,
    milliseconds: wholeNumber,
  }),
}

export const settingsKeys: readonly string[] = Object.keys(fields)

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
class Reading {
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

  tooMany(
    node: JsonNode & { readonly kind: 'array' },
    path: string,
    outcome: 'drop the rest' | 'refuse the file',
  ): void {
    const key = path.replaceAll('/', '.')
    const what = `The list \`${key}\` has ${node.items.length} entries, and at most ${mostEntries} count.`
    const isRefused = outcome === 'refuse the file'
    this.isRefused ||= isRefused
    this.report(node.items[mostEntries] ?? node, {
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
function isSlipOf(key: string, typed: string): boolean {
  const fold = (value: string): string => value.toLowerCase().replaceAll(/[-_\s]/g, '')
  const a = fold(key)
  const b = fold(typed)
  return a === b || a === `${b}s` || `${a}s` === b || editDistance(a, b, 2) <= 2
}
