/** The meaning of the frontmatter: from what was typed to the record that everybody shares. */
import type { Skill, SkillSource } from '../../skill.ts'
import type { Report } from '../report.ts'
import { hintFrom, readArguments } from './arguments.ts'
import { readCompatibility, readDescription } from './description.ts'
import { collectEntries, type FieldEntries } from './entries.ts'
import { readExtra, reportUnknownFields } from './extra.ts'
import { readFlags } from './flags.ts'
import { readHooks } from './hooks.ts'
import { readMetadata } from './metadata.ts'
import { type NameContext, readName } from './name.ts'
import { mendNearMisses } from './near-miss.ts'
import { readText, spanOf } from './text.ts'
import { readAllowedTools, readTools } from './tools.ts'
import { emptyRecord } from './values.ts'

export { emptyRecord }

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

const noModel: ReadonlySet<string> = new Set(['inherit', 'default', 'auto'])
const noMetadata: Readonly<Record<string, string>> = Object.freeze(emptyRecord<string>())

/** @param text the frontmatter, line ends normalised. */
export function readFields(text: string, origin: SkillOrigin, report: Report): ReadFields {
  const entries = mendNearMisses(collectEntries(text, report), report)
  const name = readName(entries, origin.naming, report)
  const description = readDescription(entries, origin.descriptionOptional, report)
  const skill = buildSkill(entries, origin, name.text, description, report)
  if (origin.reportUnknown) reportUnknownFields(entries, report)
  const isInvalid = name.refused || (description === '' && !origin.descriptionOptional)
  return isInvalid ? { name: name.text } : { name: name.text, skill }
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

function reportUnreachable(entries: FieldEntries, skill: Skill, report: Report): void {
  if (skill.modelInvocable || skill.userInvocable) return
  const entry = entries.known['user-invocable']
  report.warning('flags/unreachable', 'Neither the model nor a person may call the skill.', {
    ...(entry === undefined ? {} : { at: spanOf(entry) }),
    hint: 'Remove `user-invocable: false` or `disable-model-invocation: true`.',
  })
}
