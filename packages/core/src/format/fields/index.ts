/** The meaning of the frontmatter: from what was typed to the record that everybody shares. */
import type { Skill, SkillSource } from '../../skill.ts'
import type { Report } from '../report.ts'
import { hintFrom, readArguments } from './arguments.ts'
import { collectEntries, type FieldEntries, type FieldEntry } from './entries.ts'
import { readFlags } from './flags.ts'
import { readHooks } from './hooks.ts'
import { readMetadata } from './metadata.ts'
import { type NameContext, readName } from './name.ts'
import { reportNearMisses } from './near-miss.ts'
import { readText, spanOf } from './text.ts'
import { readAllowedTools, readTools } from './tools.ts'
import { codePoints, emptyRecord, type PlainValue, toValue } from './values.ts'

export { normaliseName } from './name.ts'

/** What a skill's record holds besides its frontmatter. */
export interface SkillOrigin {
  readonly location: string
  readonly directory: string
  readonly realPath: string
  readonly source: SkillSource
  readonly singleFile: boolean
  readonly naming: NameContext
  readonly descriptionOptional: boolean
  readonly reportUnknown: boolean
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** `skill` is absent where the diagnostics hold an error. */
export interface ReadFields {
  readonly name: string
  readonly skill?: Skill
}

const descriptionLimit = 1024
const compatibilityLimit = 500
const noModel: ReadonlySet<string> = new Set(['inherit', 'default', 'auto'])
const noMetadata: Readonly<Record<string, string>> = Object.freeze(emptyRecord<string>())
const noExtra: Readonly<Record<string, unknown>> = Object.freeze(emptyRecord<unknown>())

/** @param text the frontmatter, line ends normalised. */
export function readFields(text: string, origin: SkillOrigin, report: Report): ReadFields {
  const entries = collectEntries(text, report)
  const name = readName(entries, origin.naming, report)
  const description = readDescription(entries, origin, report)
  const skill = buildSkill(entries, origin, name.text, description, report)
  reportUnknownFields(entries, origin, report)
  const isInvalid = name.refused || (description === '' && !origin.descriptionOptional)
  return isInvalid ? { name: name.text } : { name: name.text, skill }
}

/** Trimmed; `''` where it is missing, which only the `any-markdown` layout allows. */
function readDescription(entries: FieldEntries, origin: SkillOrigin, report: Report): string {
  const description = readText(entries, 'description', report) ?? ''
  const entry = entries.known.get('description')
  if (description === '') {
    const remark = {
      at: entry === undefined ? { start: 0, end: 0 } : spanOf(entry),
      hint: 'description: "What it does. Use when …"',
    }
    if (origin.descriptionOptional) {
      report.info(
        'description/missing',
        'Without a "description" only people can call the skill.',
        remark,
      )
    } else {
      report.error(
        'description/missing',
        'There is no "description", so nobody can tell when to use the skill.',
        remark,
      )
    }
  } else if (entry !== undefined) {
    checkLength(description, descriptionLimit, 'description/too-long', entry, report)
  }
  return description
}

function checkLength(
  text: string,
  limit: number,
  code: 'description/too-long' | 'compatibility/too-long',
  entry: FieldEntry,
  report: Report,
): void {
  if (text.length <= limit) return
  const length = codePoints(text)
  if (length <= limit) return
  report.warning(code, `"${entry.key}" has ${length} characters; the limit is ${limit}.`, {
    at: spanOf(entry),
    hint: 'Shorten it; details belong in the text below the frontmatter.',
  })
}

function buildSkill(
  entries: FieldEntries,
  origin: SkillOrigin,
  name: string,
  description: string,
  report: Report,
): Skill {
  const flags = readFlags(entries, report)
  const args = readArguments(entries, report)
  const { hooks, foreign } = readHooks(entries, report)
  const metadata = readMetadata(entries, report)
  const skill: Mutable<Skill> = {
    name,
    description,
    location: origin.location,
    directory: origin.directory,
    realPath: origin.realPath,
    source: origin.source,
    singleFile: origin.singleFile,
    tools: readTools(entries, report),
    allowedTools: readAllowedTools(entries, report),
    arguments: args,
    hooks,
    modelInvocable: flags.modelInvocable && description !== '',
    userInvocable: flags.userInvocable,
    metadata: metadata ?? noMetadata,
    extra: readExtra(entries, foreign, metadata === undefined, report),
  }
  const model = readModel(entries, report)
  if (model !== undefined) skill.model = model
  const hint = readText(entries, 'argument-hint', report) ?? hintFrom(args)
  if (hint !== undefined) skill.argumentHint = hint
  const license = readText(entries, 'license', report)
  if (license !== undefined) skill.license = license
  const compatibility = readCompatibility(entries, report)
  if (compatibility !== undefined) skill.compatibility = compatibility
  reportUnreachable(entries, skill, report)
  return Object.freeze(skill)
}

/** Undefined for the words that mean "whatever model is in use". */
function readModel(entries: FieldEntries, report: Report): string | undefined {
  const model = readText(entries, 'model', report)
  return model === undefined || noModel.has(model.toLowerCase()) ? undefined : model
}

function readCompatibility(entries: FieldEntries, report: Report): string | undefined {
  const entry = entries.known.get('compatibility')
  if (entry === undefined) return undefined
  const text = readText(entries, 'compatibility', report)
  if (text !== undefined) {
    checkLength(text, compatibilityLimit, 'compatibility/too-long', entry, report)
  }
  return text
}

function readExtra(
  entries: FieldEntries,
  foreignHooks: Readonly<Record<string, PlainValue>> | undefined,
  keepMetadata: boolean,
  report: Report,
): Readonly<Record<string, unknown>> {
  if (entries.unknown.size === 0 && foreignHooks === undefined && !keepMetadata) return noExtra
  const extra = emptyRecord<PlainValue>()
  for (const [key, entry] of entries.unknown) extra[key] = toValue(entry.value, report)
  if (foreignHooks !== undefined) extra['hooks'] = foreignHooks
  const metadata = entries.known.get('metadata')
  if (keepMetadata && metadata !== undefined) extra['metadata'] = toValue(metadata.value, report)
  return Object.freeze(extra)
}

function reportUnreachable(entries: FieldEntries, skill: Skill, report: Report): void {
  if (skill.modelInvocable || skill.userInvocable) return
  const entry = entries.known.get('user-invocable')
  report.warning('flags/unreachable', 'Neither the model nor a person may call the skill.', {
    ...(entry === undefined ? {} : { at: spanOf(entry) }),
    hint: 'Remove `user-invocable: false` or `disable-model-invocation: true`.',
  })
}

function reportUnknownFields(entries: FieldEntries, origin: SkillOrigin, report: Report): void {
  if (entries.unknown.size === 0) return
  reportNearMisses(entries, report)
  if (!origin.reportUnknown) return
  for (const { key, keyStart, keyEnd } of entries.unknown.values()) {
    report.info('field/unknown', `"${key}" is no field of the standard; it is kept and not used.`, {
      at: { start: keyStart, end: keyEnd },
      hint: 'Move it under `metadata`.',
    })
  }
}
