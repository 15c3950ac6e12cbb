import type { Diagnostic } from '../../diagnostic.ts'
import type { DiscoverOptions, IgnoreRule, Root } from '../../discovery/index.ts'
import type { Skill, SkillArgument, SkillHooks } from '../../skill.ts'
import type { StoredRecord } from '../disk-record.ts'

/** What a pass found, as JSON. Rows instead of objects: there are tens of thousands. */
export interface StoredFound {
  readonly where: DiscoverOptions
  readonly since: number
  readonly record: StoredRecord
  /** How many of `roots` are the places looked at; the rest are of files alone. */
  readonly looked: number
  readonly roots: readonly Root[]
  readonly diagnostics: readonly Diagnostic[]
  readonly repository?: string
  readonly files: readonly StoredFile[]
  /** Places in `files`, three for each comparison: two files, and 1 where their bytes are the same. */
  readonly compared: readonly number[]
}

/** 0 stands for what is empty, absent, or said before. */
export type StoredFile = readonly [
  root: number,
  /** A number: that one of the record's files. */
  path: string | number,
  realPath: string | 0,
  /** 1: a single file. 2: straight in a root. */
  flags: number,
  stamp: readonly [size: number, modified: number, changed: number, inode: number] | 0,
  ignored: IgnoreRule | 0,
  ofCandidate: readonly Diagnostic[] | 0,
  /** 1: those of the candidate. */
  diagnostics: readonly Diagnostic[] | 0 | 1,
  /** 0: the skill's. */
  name: string | 0,
  skill: StoredSkill | 0,
]

export type StoredSkill = readonly [
  name: string,
  description: string,
  /** 1: for the model. 2: for people. */
  flags: number,
  tools: readonly string[] | 0,
  allowedTools: readonly string[] | 0,
  arguments: readonly SkillArgument[] | 0,
  hooks: SkillHooks | 0,
  metadata: Readonly<Record<string, string>> | 0,
  extra: Readonly<Record<string, unknown>> | 0,
  rest: Pick<Skill, 'model' | 'argumentHint' | 'license' | 'compatibility'> | 0,
]
