import { dirname } from 'node:path'
import type { Diagnostic } from '../../diagnostic.ts'
import type { FoundCandidate, Root } from '../../discovery/index.ts'
import { emptyRecord } from '../../format/index.ts'
import type { Skill, SkillArgument } from '../../skill.ts'
import { DiskRecord } from '../disk-record.ts'
import type { Found } from '../find-and-read.ts'
import { deepFreeze } from '../freeze.ts'
import { type ReadFile, sourceOf } from '../read-file.ts'
import type { StoredFile, StoredFound, StoredSkill } from './types.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const noDiagnostics: readonly Diagnostic[] = Object.freeze([])
const noNames: readonly string[] = Object.freeze([])
const noArguments: readonly SkillArgument[] = Object.freeze([])
const noHooks: Skill['hooks'] = Object.freeze({})
const noRecord: Readonly<Record<string, never>> = Object.freeze(emptyRecord<never>())

/** What `encode` told of: equal to it in every field. */
export function decode(stored: StoredFound): Found {
  const { where, since, record, looked, roots, diagnostics, repository, files } = stored
  return {
    where,
    since,
    record: DiskRecord.from(record),
    discovery: {
      roots: roots.slice(0, looked),
      diagnostics,
      ...(repository === undefined ? {} : { repository }),
    },
    files: files.map((file) => decodeFile(file, roots, record.files.paths)),
  }
}

/** By index: taking rows apart by a pattern costs twice as much in a process that has just begun. */
function decodeFile(row: StoredFile, roots: readonly Root[], paths: readonly string[]): ReadFile {
  const root = roots[row[0]]
  const path = typeof row[1] === 'string' ? row[1] : paths[row[1]]
  if (root === undefined || path === undefined) throw new RangeError('A number stands for nothing')
  const realPath = row[2] === 0 ? path : row[2]
  const diagnostics = row[6] === 0 ? noDiagnostics : row[6]
  const singleFile = (row[3] & 1) !== 0
  const candidate: Mutable<FoundCandidate> = { path, realPath, root, singleFile, diagnostics }
  if ((row[3] & 2) !== 0) candidate.atRoot = true
  const stamp = row[4]
  if (stamp !== 0) {
    candidate.stamp = { size: stamp[0], modified: stamp[1], changed: stamp[2], inode: stamp[3] }
  }
  if (row[5] !== 0) candidate.ignored = row[5]
  const said = row[7] === 1 ? diagnostics : row[7] === 0 ? noDiagnostics : row[7]
  if (row[9] === 0) return { candidate, name: row[8] === 0 ? '' : row[8], diagnostics: said }
  const name = row[8] === 0 ? row[9][0] : row[8]
  return { candidate, name, skill: decodeSkill(row[9], candidate), diagnostics: said }
}

/** The fields stand in the order in which the format writes them. */
function decodeSkill(row: StoredSkill, candidate: FoundCandidate): Skill {
  const { path, realPath, root, singleFile } = candidate
  const skill: Mutable<Skill> = {
    name: row[0],
    description: row[1],
    location: path,
    directory: dirname(path),
    realPath,
    source: sourceOf(root),
    singleFile,
    tools: row[3] === 0 ? noNames : Object.freeze(row[3]),
    allowedTools: row[4] === 0 ? noNames : Object.freeze(row[4]),
    arguments: row[5] === 0 ? noArguments : deepFreeze(row[5]),
    hooks: row[6] === 0 ? noHooks : Object.freeze(row[6]),
    modelInvocable: (row[2] & 1) !== 0,
    userInvocable: (row[2] & 2) !== 0,
    metadata: row[7] === 0 ? noRecord : bareRecord(row[7]),
    extra: row[8] === 0 ? noRecord : bareRecord(row[8]),
  }
  const rest = row[9]
  if (rest !== 0) {
    if (rest.model !== undefined) skill.model = rest.model
    if (rest.argumentHint !== undefined) skill.argumentHint = rest.argumentHint
    if (rest.license !== undefined) skill.license = rest.license
    if (rest.compatibility !== undefined) skill.compatibility = rest.compatibility
  }
  return Object.freeze(skill)
}

/** Names of fields come from files, so they stand in records that have no others. */
function bareRecord<Value>(
  record: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const copy = emptyRecord<Value>()
  for (const [key, value] of Object.entries(record)) copy[key] = bare(value)
  return Object.freeze(copy)
}

function bare<Value>(value: Value): Value
function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? Object.freeze(value.map(bare)) : bareRecord({ ...value })
}
