import { basename, dirname, join, parse } from 'node:path'
import { clients, isInside, reasonOfName } from '../../discovery/index.ts'
import { parseHead } from '../../format/index.ts'
import { normaliseName, slug, validName } from '../../names.ts'
import { shellWord } from '../../shell-word.ts'
import {
  isArchiveName,
  isMarkdownName,
  isNearSkillFileName,
  isSkillFileName,
} from '../../skill-file.ts'
import type { Loaded } from '../load.ts'
import { nearNames } from '../near.ts'
import type { ExplanationStep, LibraryOptions } from '../types.ts'
import { foldersBelow, kindOf, list, readStart } from './disk.ts'
import { explainEntry } from './entry.ts'
import { nearRoots } from './near-roots.ts'
import { explainPath } from './path.ts'
import { scopeName } from './scope-name.ts'
import { Steps } from './steps.ts'
import { wayOutOf } from './way-out.ts'

/** Folders looked through for a skill that loading passed over. */
const mostFolders = 5_000

/** Folders below the working directory that are asked for skills of their own. */
const mostPackages = 200

/** A name that no file has: where Skillet looked, what was almost such a skill, what is near. */
export function explainMissingName(
  name: string,
  loaded: Loaded,
  options: LibraryOptions,
): readonly ExplanationStep[] {
  const steps = new Steps()
  const bare = name.replace(/^\/?(?:skill:)?/, () => '')
  steps.note('name', `No skill that was found is called \`${bare}\`.`)
  listRoots(loaded, steps)
  const almost = findAlmost(bare, loaded, options)
  if (almost !== undefined) {
    steps.note('file', `${almost} looks like the skill that you mean.`, { file: almost })
    const { steps: further, entry } = explainPath(almost, loaded, options)
    return [...steps.all, ...further, ...(entry === undefined ? [] : explainEntry(entry, loaded))]
  }
  const near = nearNames(loaded.snapshot.entries, bare)
  const likely = near.map((one) => `\`${one}\``).join(', ')
  steps.fail('file', `No file in these places is a skill called \`${bare}\`.`, {
    remedy:
      likely === ''
        ? `Make it with \`skillet run skill-creator ${shellWord(validName(bare) || 'name')}\`, or run \`skillet list --all\` to see what there is.`
        : `Did you mean ${likely}?`,
  })
  return steps.conclude('')
}

function listRoots({ snapshot }: Loaded, steps: Steps): void {
  const there = snapshot.roots.filter(({ realPath }) => realPath !== undefined)
  const absent = snapshot.roots.length - there.length
  for (const { path, scope, client } of there) {
    const count = snapshot.entries.filter((entry) => isInside(entry.path, path)).length
    steps.note(
      'roots',
      `Looked in ${path} (scope ${scopeName(scope)}, client ${client}): ${count} found.`,
      {
        file: path,
      },
    )
  }
  if (absent > 0) {
    steps.note('roots', `${absent} further places do not exist, such as ${example(snapshot)}.`)
  }
}

function example({ roots }: Loaded['snapshot']): string {
  return roots.find(({ realPath }) => realPath === undefined)?.path ?? ''
}

/** A folder or file of that name, or a `SKILL.md` that says so, which no entry covers. */
function findAlmost(name: string, loaded: Loaded, options: LibraryOptions): string | undefined {
  const wanted = new Set([normaliseName(name), slug(name)])
  const nameIn = (file: string): string | undefined =>
    wayOutOf(file, loaded, options) === undefined ? declaredName(file) : undefined
  const fits = (text: string): boolean => wanted.has(normaliseName(text)) || wanted.has(slug(text))
  const near = nearRoots(loaded, options).map(({ path }) => path)
  const declaredAtTop = skillFilesAtTop(loaded, options).find((file) => fits(nameIn(file) ?? ''))
  for (const place of [...placesToSearch(loaded, options), ...near]) {
    let declared: string | undefined
    for (const folder of foldersBelow(place, mostFolders)) {
      if (folder !== place && fits(basename(folder))) return folder
      for (const entry of list(folder)) {
        const path = join(folder, entry.name)
        if (isMarkdownName(entry.name) && fits(entry.name.slice(0, -3))) return path
        if (isArchiveName(entry.name) && fits(parse(entry.name).name)) return path
        // A link to nowhere, or to a folder that loading refused.
        if (entry.isSymbolicLink() && fits(entry.name)) return path
        if (isSkillFileLike(entry.name) && fits(nameIn(path) ?? '')) declared ??= path
      }
    }
    if (declared !== undefined) return declared
  }
  return declaredAtTop
}

/** A `SKILL.md` straight in the project, as in a repository that is one skill. */
function skillFilesAtTop({ snapshot }: Loaded, { cwd }: LibraryOptions): string[] {
  const tops = [...new Set([cwd, snapshot.repository ?? cwd])]
  return tops.flatMap((top) =>
    list(top).flatMap(({ name }) => (isSkillFileLike(name) ? join(top, name) : [])),
  )
}

function isSkillFileLike(name: string): boolean {
  return isSkillFileName(name) || isNearSkillFileName(name)
}

/** The roots, then folders where skills lie that nobody told Skillet of. */
function placesToSearch(loaded: Loaded, options: LibraryOptions): string[] {
  const { snapshot } = loaded
  const { cwd, home } = options
  const roots = snapshot.roots.map(({ path }) => (kindOf(path) === 'file' ? dirname(path) : path))
  const bases = [...new Set([cwd, snapshot.repository ?? cwd])]
  const inProject = clients.flatMap(({ project }) => project)
  const further = [
    ...bases.flatMap((base) =>
      [...inProject, 'skills', '.skills', '.claude/commands'].map((name) => join(base, name)),
    ),
    ...[...packagesBelow(cwd), ...foldersAbove(snapshot.repository ?? cwd)].flatMap((base) =>
      inProject.map((name) => join(base, name)),
    ),
  ]
  const elsewhere = [
    '.claude/commands',
    '.claude/plugins',
    '.config/agents/skills',
    '.config/skills',
  ]
  const own = [...clients.flatMap(({ user }) => user), ...elsewhere].map((name) => join(home, name))
  return [...new Set([...roots, ...further, ...own])].filter(
    (path) => wayOutOf(path, loaded, options) === undefined && kindOf(path) === 'folder',
  )
}

/** The folders of a repository that may hold skills of their own, which count only from there on. */
function packagesBelow(folder: string): string[] {
  const inner = (base: string): string[] =>
    list(base)
      .filter((entry) => entry.isDirectory() && reasonOfName(entry.name) === undefined)
      .slice(0, mostPackages)
      .map(({ name }) => join(base, name))
  const near = inner(folder)
  return [...near, ...near.flatMap(inner)].slice(0, mostPackages)
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}

function declaredName(path: string): string | undefined {
  const start = readStart(path)
  if (start === undefined) return undefined
  const parsed = parseHead(start.bytes, { location: path, complete: true })
  if (parsed.kind === 'skill') return parsed.skill.name
  return parsed.kind === 'invalid' ? parsed.name : undefined
}
