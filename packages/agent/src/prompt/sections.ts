import { estimateTokens, type Language } from '@skillet/core'
import { wordingOf } from './wording.ts'

/** One part of the system prompt. */
export interface PromptSection {
  readonly kind: 'knowledge' | 'skill' | 'base' | 'catalogue'
  /** The skill's name, or the kind. */
  readonly title: string
  readonly text: string
  /** Estimated size. */
  readonly tokens: number
}

/** An active skill's place in the system prompt. */
export interface SkillText {
  readonly name: string
  /** Which skill it is: two may have the same name. */
  readonly location: string
  readonly instructions: string
}

export interface SystemPromptOptions {
  /** Passages of knowledge files in their frame. Default: none. */
  readonly knowledge?: string
  /** The newest last. */
  readonly skills: readonly SkillText[]
  readonly base: string
  /** Empty where there is nothing to tell. */
  readonly catalogue: string
  /** Of the model, in tokens. */
  readonly contextWindow: number
  /** Per cent of the window that all active skills together may take. Default 25. */
  readonly skillShare?: number
  /** Of Skillet's own sentences. Default `en`. */
  readonly language?: Language
}

export interface SystemPrompt {
  readonly sections: readonly PromptSection[]
  /** The one system message. A turn sends it at every step, until a compaction moves a skill into it. */
  readonly text: string
  /** Active skills whose text found no room; they stay active. */
  readonly leftOut: readonly SkillText[]
}

/**
 * Builds the system prompt: knowledge, each active skill, base, then a blank line and the catalogue, joined by
 * `\n---\n` between those that are present.
 */
export function systemPrompt(options: SystemPromptOptions): SystemPrompt {
  const { knowledge = '', base, catalogue, language, contextWindow, skillShare = 25 } = options
  const { kept, leftOut } = withinShare(options.skills, (contextWindow * skillShare) / 100)
  const sections: PromptSection[] = []
  if (knowledge !== '') sections.push(section('knowledge', 'Knowledge', knowledge))
  sections.push(...skillSections(kept, language))
  sections.push(section('base', 'Base', base))
  if (catalogue !== '') sections.push(section('catalogue', 'Catalogue', catalogue))
  return { sections, text: joinSections(sections), leftOut }
}

function joinSections(sections: readonly PromptSection[]): string {
  return sections
    .map(({ kind, text }, at) => {
      if (at === 0) return text
      return (kind === 'catalogue' ? '\n\n' : '\n---\n') + text
    })
    .join('')
}

function skillSections(
  skills: readonly SkillText[],
  language: Language | undefined,
): readonly PromptSection[] {
  const wording = wordingOf(language)
  return skills.map(({ name, instructions }, at) => {
    const newest = skills.length > 1 && at === skills.length - 1
    return section(
      'skill',
      name,
      newest ? `${instructions}\n${wording.prevails(name)}` : instructions,
    )
  })
}

/** The newest skills that fit; the newest one always, since the person just asked for it. */
function withinShare(
  skills: readonly SkillText[],
  tokens: number,
): { readonly kept: readonly SkillText[]; readonly leftOut: readonly SkillText[] } {
  let room = tokens
  const fits = [...skills].reverse().map((skill, age) => {
    room -= estimateTokens(skill.instructions)
    return age === 0 || room >= 0
  })
  fits.reverse()
  return {
    kept: skills.filter((_, at) => fits[at]),
    leftOut: skills.filter((_, at) => !fits[at]),
  }
}

function section(kind: PromptSection['kind'], title: string, text: string): PromptSection {
  return { kind, title, text, tokens: estimateTokens(text) }
}
