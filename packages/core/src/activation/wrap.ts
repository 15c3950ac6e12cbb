import type { Skill } from '../skill.ts'
import { escapeShown, onOneLine } from './frame.ts'
import type { ActivationRoute, Instructions, Language } from './types.ts'
import { type FollowUpHook, wordingOf } from './wording.ts'

export interface WrapOptions {
  readonly skill: Skill
  readonly route: ActivationRoute
  readonly boundary: string
  readonly language: Language
  readonly files: Pick<Instructions, 'resources' | 'resourceCount'>
}

/** Puts a skill's text between two lines that carry the boundary, with its folder and files. */
export function wrapInstructions(text: string, options: WrapOptions): string {
  const { skill, route, boundary, language, files } = options
  const wording = wordingOf(language)
  const name = escapeShown(skill.name, language)
  const requires = onOneLine(skill.compatibility ?? '')
  return [
    wording.start(name, boundary, route),
    wording.folder(escapeShown(skill.directory, language)),
    ...(requires === '' ? [] : [wording.requires(requires)]),
    text,
    ...fileLines(files, language),
    wording.end(name, boundary),
  ].join('\n')
}

/** Frames a follow-up that a hook asks for, the same way. */
export function wrapHook(text: string, hook: FollowUpHook, options: WrapOptions): string {
  const { skill, boundary, language } = options
  const wording = wordingOf(language)
  const name = escapeShown(skill.name, language)
  return [wording.hookStart(name, boundary, hook), text, wording.end(name, boundary)].join('\n')
}

function fileLines({ resources, resourceCount }: WrapOptions['files'], language: Language) {
  const wording = wordingOf(language)
  if (resources.length === 0) return [wording.noFiles]
  const heading =
    resourceCount > resources.length
      ? wording.firstFiles(resources.length, resourceCount)
      : wording.files
  return [heading, ...resources.map((path) => escapeShown(path, language))]
}
