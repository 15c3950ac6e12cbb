/** The text of `trust.json`, which is read as strictly as a key: what is not understood trusts nothing. */

import type { TrustAnswer, TrustedSkill, TrustRecord, TrustRecords } from './store.ts'

const version = 1

/** Repositories that are kept; a file of more was not made by answering questions. */
export const mostRecords = 10_000

/** Another Skillet wrote the file: it is neither broken nor ours to write. */
export class UnknownVersion extends Error {}

const answers: readonly TrustAnswer[] = ['until-changed', 'mine', 'distrust']

/** @throws TypeError for a wrong shape, `UnknownVersion` for a version that is not known. */
export function parseRecords(value: unknown): TrustRecords {
  const written = fieldOf(value, 'version')
  if (written === undefined) throw new TypeError('`version` is missing')
  if (written !== version) {
    const shown = JSON.stringify(written).slice(0, 40)
    throw new UnknownVersion(`they are of version ${shown}, and this Skillet knows ${version}`)
  }
  const repositories = entriesOf(fieldOf(value, 'repositories'), 'repositories')
  if (repositories.length > mostRecords) {
    throw new TypeError(
      `there are ${repositories.length} repositories, and at most ${mostRecords} are kept`,
    )
  }
  return new Map(repositories.map(([root, record]) => [root, parseRecord(record)]))
}

function parseRecord(value: unknown): TrustRecord {
  const answer = answers.find((one) => one === fieldOf(value, 'answer'))
  if (answer === undefined) throw new TypeError('an answer is unknown')
  const skills = entriesOf(fieldOf(value, 'skills'), 'skills').map(
    ([key, skill]) => [key, parseSkillRecord(skill)] as const,
  )
  return {
    answer,
    settings: textsOf(fieldOf(value, 'settings'), 'settings'),
    skills: new Map(skills),
  }
}

function parseSkillRecord(value: unknown): TrustedSkill {
  const digests = textsOf(fieldOf(value, 'digests'), 'digests')
  const files = fieldOf(value, 'files')
  if (files === undefined) return { digests }
  const hashes = entriesOf(files, 'files').map(
    ([path, hash]) => [path, textOf(hash, path)] as const,
  )
  return { digests, files: Object.fromEntries(hashes) }
}

/** @param keepsFiles for which repositories the hashes of single files are written. Default: all */
export function printRecords(
  records: TrustRecords,
  keepsFiles: (root: string) => boolean = () => true,
): string {
  const repositories = [...records].map(([root, { answer, settings, skills }]) => {
    const kept = keepsFiles(root)
      ? [...skills]
      : [...skills].map(([key, { digests }]) => [key, { digests }] as const)
    return [root, { answer, settings, skills: Object.fromEntries(kept) }] as const
  })
  const contents = { version, repositories: Object.fromEntries(repositories) }
  return `${JSON.stringify(contents, null, 2)}\n`
}

function fieldOf(value: unknown, key: string): unknown {
  if (!isRecord(value)) throw new TypeError('an object is missing')
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function entriesOf(value: unknown, name: string): [string, unknown][] {
  if (!isRecord(value)) throw new TypeError(`\`${name}\` is not an object`)
  return Object.entries(value)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textsOf(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) throw new TypeError(`\`${name}\` is not a list`)
  return value.map((one) => textOf(one, name))
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new TypeError(`\`${name}\` holds something other than text`)
  return value
}
