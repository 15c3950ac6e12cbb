import type { Diagnostic } from '../../diagnostic.ts'
import type { FileStamp, Root } from '../../discovery/index.ts'
import type { Skill } from '../../skill.ts'
import type { Found } from '../find-and-read.ts'
import type { ReadFile } from '../read-file.ts'
import type { ContentComparison } from '../same-content.ts'
import type { StoredFile, StoredFound, StoredSkill } from './types.ts'

/** What is told by its number, since it is told more than once. */
interface Places {
  readonly roots: Map<Root, number>
  /** Those of the record's files. */
  readonly paths: ReadonlyMap<string, number>
}

/** What one pass found, as plain JSON: nothing that a file holds is more than that. */
export function encode(found: Found, contents: ContentComparison): StoredFound {
  const { roots: looked, diagnostics, repository } = found.discovery
  const record = found.record.toJSON()
  const places: Places = {
    roots: new Map(looked.map((root, index) => [root, index])),
    paths: new Map(record.files.paths.map((path, index) => [path, index])),
  }
  return {
    where: found.where,
    since: found.since,
    record,
    looked: looked.length,
    files: found.files.map((file) => encodeFile(file, places)),
    roots: [...places.roots.keys()],
    diagnostics,
    ...(repository === undefined ? {} : { repository }),
    compared: encodeComparisons(found.files, contents),
  }
}

function encodeComparisons(files: readonly ReadFile[], contents: ContentComparison): number[] {
  const places = new Map(files.map((file, place) => [file, place]))
  return [...contents].flatMap(({ one, other, isSame }) => {
    const [a, b] = [places.get(one), places.get(other)]
    return a === undefined || b === undefined ? [] : [a, b, isSame ? 1 : 0]
  })
}

function encodeFile(file: ReadFile, { roots, paths }: Places): StoredFile {
  const { candidate, name, skill, diagnostics } = file
  const { path, realPath, singleFile, atRoot, stamp, ignored } = candidate
  return [
    indexOf(candidate.root, roots),
    paths.get(path) ?? path,
    realPath === path ? 0 : realPath,
    (singleFile ? 1 : 0) | (atRoot === true ? 2 : 0),
    stamp === undefined ? 0 : encodeStamp(stamp),
    ignored ?? 0,
    unlessEmpty(candidate.diagnostics),
    diagnostics === candidate.diagnostics ? 1 : unlessEmpty<Diagnostic>(diagnostics),
    name === skill?.name ? 0 : name,
    skill === undefined ? 0 : encodeSkill(skill),
  ]
}

function encodeSkill(skill: Skill): StoredSkill {
  const { name, description, modelInvocable, userInvocable } = skill
  const { model, argumentHint, license, compatibility } = skill
  return [
    name,
    description,
    (modelInvocable ? 1 : 0) | (userInvocable ? 2 : 0),
    unlessEmpty(skill.tools),
    unlessEmpty(skill.allowedTools),
    unlessEmpty(skill.arguments),
    unlessBare(skill.hooks),
    unlessBare(skill.metadata),
    unlessBare(skill.extra),
    unlessBare({
      ...(model === undefined ? {} : { model }),
      ...(argumentHint === undefined ? {} : { argumentHint }),
      ...(license === undefined ? {} : { license }),
      ...(compatibility === undefined ? {} : { compatibility }),
    }),
  ]
}

/** Roots of files that the list of roots does not hold get places behind it. */
function indexOf(root: Root, roots: Map<Root, number>): number {
  const known = roots.get(root)
  if (known !== undefined) return known
  roots.set(root, roots.size)
  return roots.size - 1
}

function encodeStamp({ size, modified, changed, inode }: FileStamp) {
  return [size, modified, changed, inode] as const
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | 0 {
  return list.length === 0 ? 0 : list
}

function unlessBare<T extends object>(record: T): T | 0 {
  for (const _ in record) return record
  return 0
}
