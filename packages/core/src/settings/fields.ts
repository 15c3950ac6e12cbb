import { clients } from '../discovery/index.ts'
import { settingBounds } from './bounds.ts'
import type { JsonNode } from './json.ts'
import { type CheckedFile, type Field, type Fields, isSlipOf, Reading } from './reading.ts'
import type {
  ModelPrices,
  PermissionSettings,
  ProviderSettings,
  SandboxSettings,
  SettingsFile,
  SettingsLevel,
} from './types.ts'

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

const { longestName, longestPattern, longestText, longestRule } = settingBounds
const { mostEntries, largestNumber, highestPrice } = settingBounds

/** A text that nobody would type by hand is reported and left out. */
function textOf(longest: number): Field<string> {
  return (reading, node, path) => {
    if (node.kind !== 'scalar' || typeof node.value !== 'string') {
      return reading.wrongType(node, path, 'a text in double quotes')
    }
    return isTextWithin(node.value, longest)
      ? node.value
      : reading.wrongType(node, path, within(longest))
  }
}

function isTextWithin(value: string, longest: number): boolean {
  return value.length <= longest && value.trim() !== '' && !/\p{Cc}/u.test(value)
}

function within(longest: number): string {
  return `a text of 1 to ${longest} characters, none of them a control character`
}

const name = textOf(longestName)
const text = textOf(longestText)
/** Names, globs and paths. */
const pattern = textOf(longestPattern)

/** A rule may be a command of several lines. */
const rule: Field<string> = (reading, node, path) => {
  const isText = node.kind === 'scalar' && typeof node.value === 'string'
  const value = isText ? String(node.value) : ''
  if (isTextWithin(value.replace(/[\n\t]/gu, ' '), longestRule)) return value
  return reading.wrongType(node, path, isText ? within(longestRule) : 'a text in double quotes')
}

/** To leave out a rule that takes something away would give that back: nothing in the file counts. */
const restriction: Field<string> = (reading, node, path) =>
  node.kind === 'scalar' && typeof node.value === 'string' && node.value.length > longestRule
    ? reading.refuse(node, path, within(longestRule))
    : rule(reading, node, path)

const wholeNumber: Field<number> = (reading, node, path) =>
  node.kind === 'scalar' &&
  Number.isSafeInteger(node.value) &&
  isBetween(node.value, 1, largestNumber)
    ? Number(node.value)
    : reading.wrongType(node, path, `a whole number from 1 to ${largestNumber}`)

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most
}

const percent: Field<number> = (reading, node, path) =>
  node.kind === 'scalar' && isBetween(node.value, 1, 100)
    ? node.value
    : reading.wrongType(node, path, 'a number from 1 to 100 (per cent)')

const price: Field<number> = (reading, node, path) =>
  node.kind === 'scalar' && isBetween(node.value, 0, highestPrice)
    ? node.value
    : reading.wrongType(
        node,
        path,
        `US dollars for a million tokens, a number from 0 to ${highestPrice}`,
      )

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
  const id = name(reading, node, path)
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
    if (node.members.length > mostEntries) reading.tooMany(node, path, 'drop the rest')
    const values = new Map<string, T>()
    for (const member of node.members.slice(0, mostEntries)) {
      if (!isTextWithin(member.key, longestName)) {
        reading.wrongKey(member, path)
        continue
      }
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
  allow: listOf(rule),
  ask: listOf(restriction, 'refuse the file'),
  deny: listOf(restriction, 'refuse the file'),
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
  model: name,
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
