import type { Language } from '@skillet/core'
import { wordingOf } from './wording.ts'

/*
 * Frames around text from outside, so that nothing in it can pass for its end, for a message, or
 * for a skill: each boundary is 128 bits that the text cannot know, and is kept or worked out from
 * what is kept, so that later requests repeat the frame byte for byte.
 */

/** What a tool brought in. */
export function frameOutput(
  tool: string,
  boundary: string,
  text: string,
  language?: Language,
): string {
  const wording = wordingOf(language)
  return framed(wording.outputStart(tool, boundary), text, wording.outputEnd(boundary))
}

/** A text file that a person sent with a message. */
export function frameFile(
  name: string,
  boundary: string,
  text: string,
  language?: Language,
): string {
  const wording = wordingOf(language)
  return framed(wording.fileStart(name, boundary), text, wording.fileEnd(boundary))
}

/** What stands in the place of that many messages; without a summary, one line. */
export function frameSummary(
  messages: number,
  boundary: string,
  summary: string,
  language?: Language,
): string {
  const wording = wordingOf(language)
  if (summary === '') return wording.leftOut(messages)
  return framed(wording.summaryStart(messages, boundary), summary, wording.summaryEnd(boundary))
}

/** A skill's file as the model read it, once it stands in the system prompt. */
export function frameSkillFile(
  name: string,
  boundary: string,
  text: string,
  language?: Language,
): string {
  const wording = wordingOf(language)
  const end = wording.skillFileEnd(name, boundary)
  return framed(wording.skillFileStart(name, boundary), text, end)
}

/** A passage of a knowledge file, and where it stands there. */
export interface KnownPassage {
  readonly path: string
  /** The headings above it; `""` where there are none. */
  readonly heading: string
  /** From 1. */
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
}

/** The section `knowledge`: all passages in one frame, each below its place. */
export function frameKnowledge(
  passages: readonly KnownPassage[],
  boundary: string,
  language?: Language,
): string {
  const wording = wordingOf(language)
  const texts = passages.map((passage) => knowledgePassage(passage, language))
  return framed(
    wording.knowledgeStart(boundary),
    texts.join('\n\n'),
    wording.knowledgeEnd(boundary),
  )
}

/** One passage below its place, as it stands in the frame. */
export function knowledgePassage(
  { path, heading, firstLine, lastLine, text }: KnownPassage,
  language?: Language,
): string {
  return `${wordingOf(language).passage(path, heading, firstLine, lastLine)}\n${text}`
}

function framed(start: string, text: string, end: string): string {
  return [start, text, end].join('\n')
}
