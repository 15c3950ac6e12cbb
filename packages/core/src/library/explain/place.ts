import { basename, dirname, join, relative, sep } from 'node:path'
import {
  clients,
  decidingRule,
  defaultLimits,
  type IgnoreRules,
  ignoreFileNames,
  isInside,
  nodeDisk,
  type Root,
  readIgnoreFile,
  reasonOfName,
} from '../../discovery/index.ts'
import { parseHead } from '../../format/index.ts'
import { isNearSkillFileName, isSkillFileName } from '../../skill-file.ts'
import type { Loaded } from '../load.ts'
import type { LibraryOptions } from '../types.ts'
import { kindOf, list, readStart, realPath } from './disk.ts'
import { type NearRoot, nearRootOf } from './near-roots.ts'
import { scopeName } from './scope-name.ts'
import type { Steps } from './steps.ts'

/** Why a Markdown file that is there became no entry: the first reason in the order of the walk. */
export function explainPlace(
  file: string,
  steps: Steps,
  loaded: Loaded,
  options: LibraryOptions,
): void {
  const root = rootOf(file, loaded)
  if (root === undefined) {
    outsideAllRoots(file, steps, loaded, options)
    return
  }
  steps.pass(
    'roots',
    `It lies in ${root.path} (scope ${scopeName(root.scope)}, client ${root.client}).`,
  )
  const checks = [refused, skippedFolder, belowSkill, tooDeep, ignored, layout, contents]
  for (const check of checks) {
    check({ file, root, loaded, options, folders: foldersTo(file, root) }, steps)
    if (steps.failed) return
  }
  steps.fail('loading', 'It was not there, or not like this, when the skills were loaded.', {
    file,
    remedy: 'Reload the skills; a new run of `skillet` always does.',
  })
}

interface Subject {
  readonly file: string
  readonly root: Root
  readonly loaded: Loaded
  readonly options: LibraryOptions
  /** Folders from just below the root down to the file's own. */
  readonly folders: readonly string[]
}

type Check = (subject: Subject, steps: Steps) => void

function rootOf(file: string, { snapshot }: Loaded): Root | undefined {
  const real = realPath(file) ?? file
  return snapshot.roots
    .filter(
      (root) =>
        isInside(file, root.path) ||
        (root.realPath !== undefined && root.scope !== 'explicit' && isInside(real, root.realPath)),
    )
    .sort((a, b) => b.path.length - a.path.length)[0]
}

function foldersTo(file: string, root: Root): string[] {
  const base = isInside(file, root.path) ? root.path : (root.realPath ?? root.path)
  const parts = relative(base, dirname(file)).split(sep).filter(Boolean)
  return parts.map((_, index) => join(base, ...parts.slice(0, index + 1)))
}

function outsideAllRoots(
  file: string,
  steps: Steps,
  loaded: Loaded,
  options: LibraryOptions,
): void {
  const { snapshot } = loaded
  const there = snapshot.roots.filter((root) => root.realPath !== undefined)
  const looked = there.map(({ path }) => path).join(', ')
  const detail = `It lies in none of the places where Skillet looks: ${looked || 'none of them exists'}.`
  const client = clients.find(
    (one) =>
      one.looked === 'asked' &&
      [...one.project, ...one.user].some((folder) => file.includes(join(sep, folder, sep))),
  )
  const near = nearRootOf(file, loaded, options)
  steps.fail('roots', detail, {
    file,
    remedy:
      near !== undefined
        ? renamed(near, file)
        : client === undefined
          ? `${startedIn(file, loaded, options)}${movedTo(sharedRoot(file, loaded, options), file)}, or name it with \`--skill ${dirname(file)}\`.`
          : `It is a skill of the client \`${client.id}\`: turn that on with \`"clients": ["${client.id}"]\` in your settings.`,
  })
}

/** Skills of a package inside the project count where somebody works in that package. */
function startedIn(file: string, { snapshot }: Loaded, { cwd }: LibraryOptions): string {
  const folders = clients.flatMap((one) => (one.looked === 'asked' ? [] : one.project))
  const at = folders.map((folder) => file.indexOf(join(sep, folder, sep))).find((one) => one > 0)
  const base = at === undefined ? undefined : file.slice(0, at)
  return base !== undefined && base !== cwd && isInside(base, snapshot.repository ?? cwd)
    ? `Start in ${base}, where it counts. Or: `
    : ''
}

/** Where the skill would be found, in the project or at home. */
function sharedRoot(file: string, { snapshot }: Loaded, { cwd, home }: LibraryOptions): string {
  const base = snapshot.repository ?? cwd
  return join(isInside(file, base) ? base : home, '.agents', 'skills')
}

function renamed({ path, meant }: NearRoot, file: string): string {
  if (kindOf(meant) === 'absent') return `Rename ${path} to ${meant}.`
  return `${movedTo(meant, file)}: ${path} is one letter away from that.`
}

/** A place that the search enters and where nothing is yet; without a full stop. */
function movedTo(root: string, file: string): string {
  const isFolder = isSkillFileName(basename(file))
  const own = isFolder ? basename(dirname(file)) : basename(file).slice(0, -3)
  const name = own.replace(/^\.+/, () => '')
  const target = join(root, name)
  const isFree = name !== '' && reasonOfName(name) === undefined && kindOf(target) === 'absent'
  if (isFree && !isFolder) return `Move the file to ${join(target, 'SKILL.md')}`
  return isFree
    ? `Move the skill to ${target}`
    : `Move the skill into a folder of its own in ${root}, with a name that is free there`
}

/** What the walk itself said about the file or a folder above it, such as a link that leaves the project. */
const refused: Check = ({ file, folders, root, loaded }, steps) => {
  const places = new Set([file, root.path, ...folders])
  const said = loaded.snapshot.diagnostics.filter(
    (one) =>
      places.has(one.file) &&
      (one.code.startsWith('link/') ||
        ['walk/unreadable', 'walk/vanished', 'walk/not-a-file'].includes(one.code)),
  )[0]
  if (said === undefined) return
  steps.fail(said.code.startsWith('link/') ? 'links' : 'file', said.message, {
    file: said.file,
    ...(said.hint === undefined ? {} : { remedy: said.hint }),
  })
}

const skippedFolder: Check = ({ folders, root, file }, steps) => {
  const skipped = folders.find((folder) => reasonOfName(basename(folder)) !== undefined)
  if (skipped === undefined) return
  const name = basename(skipped)
  const why = reasonOfName(name) === 'dot' ? 'its name starts with a dot' : 'it holds packages'
  steps.fail('folders', `The folder \`${name}\` is never searched: ${why}.`, {
    file: skipped,
    remedy: `${movedTo(root.path, file)}.`,
  })
}

const belowSkill: Check = ({ folders, root, file }, steps) => {
  const above = [root.path, ...folders].slice(0, -1)
  const isRootSkill = (folder: string): boolean => folder === root.path && root.origin === 'client'
  const skill = above.find((folder) => !isRootSkill(folder) && holdsSkillFile(folder))
  if (skill === undefined) return
  steps.fail('folders', `It lies below another skill, ${skill}, whose folder is its own.`, {
    file: skill,
    remedy: `${movedTo(dirname(skill), file)}, beside that skill.`,
  })
}

function holdsSkillFile(folder: string): boolean {
  return list(folder).some(
    ({ name }) => isSkillFileName(name) && kindOf(join(folder, name)) === 'file',
  )
}

const tooDeep: Check = ({ folders, root, loaded, options, file }, steps) => {
  const limits = { ...defaultLimits, ...loaded.settings?.user.limits, ...options.limits }
  const most = root.origin === 'named' ? limits.explicitDepth : limits.depth
  if (folders.length <= most) return
  steps.fail('folders', `It lies ${folders.length} folders deep, and the search ends at ${most}.`, {
    file,
    remedy: `Move it further up, or set \`"limits": { "depth": ${folders.length} }\` in your settings.`,
  })
}

const ignored: Check = ({ folders, root, file }, steps) => {
  let rules: IgnoreRules | undefined
  let above = root.path
  for (const folder of folders) {
    rules = rulesOf(above, root, rules)
    const subject = { relative: relativeTo(root, folder), name: basename(folder) }
    const rule = decidingRule(rules, { ...subject, kind: 'folder' })
    if (rule !== undefined) {
      const detail = `Line ${rule.line} of ${rule.file} (\`${rule.pattern}\`) leaves ${folder} out.`
      const remedy = 'Remove that line, or write below it one that starts with `!`.'
      steps.fail('ignore rules', detail, { file: rule.file, line: rule.line, remedy })
      return
    }
    above = folder
  }
  steps.pass('ignore rules', `No ignore file between ${root.path} and ${file} leaves it out.`)
}

function rulesOf(folder: string, root: Root, above: IgnoreRules | undefined): IgnoreRules {
  const rules = ignoreFileNames.flatMap((name) => {
    try {
      return readIgnoreFile(join(folder, name), nodeDisk, () => undefined)
    } catch {
      return []
    }
  })
  const way = relativeTo(root, folder)
  return { above, prefix: way === '' ? 0 : way.length + 1, rules }
}

function relativeTo(root: Root, folder: string): string {
  return relative(root.path, folder).replaceAll(sep, '/')
}

const layout: Check = ({ file, folders, root }, steps) => {
  const name = basename(file)
  if (isSkillFileName(name) || root.layout === 'any-markdown') return
  const inFolder = join(dirname(file), name.slice(0, -3), 'SKILL.md')
  if (isNearSkillFileName(name)) {
    const place = folders.length > 0 ? dirname(file) : join(dirname(file), 'my-skill')
    steps.fail('layout', `Only a file called \`SKILL.md\` counts, and this one is \`${name}\`.`, {
      file,
      remedy: `Rename it to ${join(place, 'SKILL.md')}.`,
    })
    return
  }
  if (root.layout === 'agent-skills') {
    steps.fail('layout', `In ${root.path} a skill is a folder that holds a \`SKILL.md\`.`, {
      file,
      remedy: `Move the file to ${inFolder}.`,
    })
  } else if (folders.length > 0) {
    steps.fail('layout', `A single Markdown file counts only straight in ${root.path}.`, {
      file,
      remedy: `Move it there, or to ${inFolder}.`,
    })
  }
}

const contents: Check = ({ file, root }, steps) => {
  const start = readStart(file)
  if (start === undefined) {
    steps.fail('file', 'The file cannot be read.', { file, remedy: 'Check its permissions.' })
    return
  }
  const parsed = parseHead(start.bytes, { location: file, layout: root.layout, complete: true })
  if (parsed.kind === 'not-a-skill') {
    steps.fail('fence', 'The file has no frontmatter, so it is taken for an ordinary text.', {
      file,
      line: 1,
      remedy: `Begin it with \`---\`, lines for \`name\` and \`description\`, and \`---\`.`,
    })
  } else {
    steps.report('frontmatter', parsed.diagnostics)
  }
}
