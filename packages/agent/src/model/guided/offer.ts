import type { Skill, Snapshot } from '@skillet/core'
import { matchSkills } from '@skillet/core/menu'
import { codeSpan, plainText, shorten } from './markdown.ts'
import type { GuidedSentences } from './sentences.ts'

/** How many skills are offered. */
const OFFERED = 3
/** Characters of a text that are split into words: what that takes grows with its square. */
const READ = 4_000

interface Candidate {
  readonly skill: Skill
  readonly reason: string
}

/** Without a skill: the three that come nearest to the message, each with why and with its command. */
export async function offerSkills(
  message: string,
  snapshot: Snapshot,
  sentences: GuidedSentences,
  advice: string,
): Promise<string> {
  const skills = snapshot.skills.filter(({ userInvocable }) => userInvocable)
  const candidates = await nearest(message, skills, sentences)
  return [
    sentences.noModel,
    ...(skills.length === 0
      ? [sentences.noSkills]
      : candidates.length === 0
        ? [sentences.nothingFits(skills.length)]
        : [
            sentences.offers,
            candidates.map((candidate) => lineOf(candidate, snapshot, sentences)).join('\n'),
            sentences.pick,
          ]),
    ...(advice === '' ? [] : [advice]),
  ].join('\n\n')
}

/** Skills named in the message first, then those whose own words it shares. */
async function nearest(
  message: string,
  skills: readonly Skill[],
  sentences: GuidedSentences,
): Promise<readonly Candidate[]> {
  // The index is 40 ms to load and to build, and only this needs it.
  const { searchSkills } = await import('@skillet/core/search')
  const read = message.slice(0, READ)
  const words = wordsOf(read)
  const named = words.flatMap((word) =>
    matchSkills(skills, word, OFFERED).flatMap(({ skill, kind }) =>
      kind === 'exact' ? [{ skill, reason: sentences.matchedName }] : [],
    ),
  )
  const found = searchSkills(skills, read, OFFERED).map(({ skill }) => ({
    skill,
    reason: reasonFor(skill, words, sentences),
  }))
  const seen = new Set<Skill>()
  return [...named, ...found]
    .filter(({ skill }) => !seen.has(skill) && seen.add(skill))
    .slice(0, OFFERED)
}

function reasonFor(skill: Skill, words: readonly string[], sentences: GuidedSentences): string {
  const own = new Set(wordsOf(`${skill.name} ${skill.description}`))
  const shared = words.filter((word) => own.has(word)).map(plainText)
  return shared.length === 0 ? sentences.near : sentences.matchedWords(shared.slice(0, 4))
}

/** Words that could tell skills apart: names with hyphens whole and in parts, short Latin words left out. */
function wordsOf(text: string): readonly string[] {
  const folded = text.slice(0, READ).normalize('NFKC').toLowerCase().slice(0, READ)
  const words: string[] = []
  for (const { segment, isWordLike } of segmentsOf(folded)) if (isWordLike) words.push(segment)
  const names = folded.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  const telling = [...names, ...words].filter(
    (word) => word.length > 3 || /[^a-z]/.test(word) || known.has(word),
  )
  return [...new Set(telling)]
}

function segmentsOf(text: string): Iterable<Intl.SegmentData> {
  return new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)
}

/** Short words that say much. */
const known: ReadonlySet<string> = new Set([
  'pdf',
  'csv',
  'sql',
  'git',
  'api',
  'css',
  'xml',
  'log',
  'pr',
])

function lineOf(
  { skill, reason }: Candidate,
  snapshot: Snapshot,
  sentences: GuidedSentences,
): string {
  const entry = snapshot.entries.find(({ path }) => path === skill.location)
  const command = `/${entry?.callableAs ?? skill.name} ${skill.argumentHint ?? ''}`.trim()
  const description = plainText(shorten(skill.description, 160))
  return sentences.offer(codeSpan(command), description, reason)
}
