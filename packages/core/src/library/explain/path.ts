import { basename, dirname, join, parse, relative, sep } from 'node:path'
import { isInside, type Root } from '../../discovery/index.ts'
import { editDistance, slipsAllowed } from '../../edit-distance.ts'
import {
  isArchiveName,
  isMarkdownName,
  isNearSkillFileName,
  isSkillFileName,
} from '../../skill-file.ts'
import type { Loaded } from '../load.ts'
import type { Entry, ExplanationStep, LibraryOptions } from '../types.ts'
import { isLink, kindOf, linkTarget, list, realPath } from './disk.ts'
import { explainPlace } from './place.ts'
import { Steps } from './steps.ts'
import { wayOutOf } from './way-out.ts'

export interface ExplainedPath {
  readonly steps: readonly ExplanationStep[]
  /** The entry that the path turned out to belong to: its own steps go on from here. */
  readonly entry?: Entry
}

/** A path that no entry has: what is there, and at which step loading would have passed it over. */
export function explainPath(path: string, loaded: Loaded, options: LibraryOptions): ExplainedPath {
  const steps = new Steps()
  if (leadsOut(path, steps, loaded, options)) return { steps: steps.conclude('') }
  const file = locate(path, steps, loaded)
  if (file === undefined) return { steps: steps.conclude('') }
  if (leadsOut(file, steps, loaded, options)) return { steps: steps.conclude('') }
  const real = realPath(file)
  const entry = loaded.snapshot.entries.find(
    (one) => one.path === file || (real !== undefined && realPath(one.path) === real),
  )
  if (entry !== undefined) {
    if (entry.path !== file) steps.note('links', `It is the same file as ${entry.path}.`)
    return { steps: steps.all, entry }
  }
  explainPlace(file, steps, loaded, options)
  return { steps: steps.conclude('') }
}

/** Asked before anything is looked at, and again for the `SKILL.md` in a folder. */
function leadsOut(path: string, steps: Steps, loaded: Loaded, options: LibraryOptions): boolean {
  const way = wayOutOf(path, loaded, options)
  if (way === undefined) return false
  const detail = `${way.link} is a link to ${way.target}, outside of ${way.boundary}, and was not followed: a project's skills must lie inside it.`
  steps.fail('links', detail, {
    file: way.link,
    remedy:
      'Put the files themselves into the project, or ask about the place that the link leads to.',
  })
  return true
}

/** The Markdown file that a path means, or what is there instead. */
function locate(path: string, steps: Steps, loaded: Loaded): string | undefined {
  switch (kindOf(path)) {
    case 'file':
      return locateFile(path, steps)
    case 'folder':
      return locateInFolder(path, steps, loaded)
    case 'dangling link':
      steps.fail('links', `${path} is a link to ${linkTarget(path)}, which is not there.`, {
        file: path,
        remedy: 'Remove the link, or put back what it leads to.',
      })
      return undefined
    case 'unreadable':
      steps.fail('file', `${path} cannot be looked at.`, {
        file: path,
        remedy: 'Check the permissions of the file and of the folders above it.',
      })
      return undefined
    case 'other':
      steps.fail('file', `${path} is a pipe, socket or device, not a file.`, {
        file: path,
        remedy: 'Put an ordinary text file in its place.',
      })
      return undefined
    case 'absent':
      absent(path, steps)
      return undefined
  }
}

function absent(path: string, steps: Steps): void {
  const folder = nearestFolder(dirname(path))
  const missing = relative(folder, path).split(sep)[0] ?? ''
  const near = list(folder).find(({ name }) => isNear(name, missing))?.name
  steps.fail('file', `There is nothing at ${path}: ${folder} holds no \`${missing}\`.`, {
    file: folder,
    remedy:
      near === undefined
        ? 'Check the path; `skillet list --all` shows every file that was found.'
        : `Did you mean ${join(folder, near)}?`,
  })
}

function locateFile(path: string, steps: Steps): string | undefined {
  const name = basename(path)
  if (isMarkdownName(name)) {
    steps.pass('file', `The file is ${path}.`, { file: path })
    if (isLink(path)) steps.note('links', `It is a link to ${linkTarget(path)}.`)
    return path
  }
  if (isArchiveName(name)) {
    steps.fail('file', `\`${name}\` is an archive, and nothing is unpacked of itself.`, {
      file: path,
      remedy: `Unpack it, so that ${join(dirname(path), parse(name).name, 'SKILL.md')} is there.`,
    })
    return undefined
  }
  steps.fail('file', `\`${name}\` is no Markdown file, and skills are.`, {
    file: path,
    remedy: /skill/i.test(name)
      ? `Rename it to ${join(dirname(path), 'SKILL.md')}.`
      : `Name the skill's folder, or its SKILL.md.`,
  })
  return undefined
}

/** A folder stands for the `SKILL.md` in it. Without one, what comes nearest to it is named. */
function locateInFolder(folder: string, steps: Steps, loaded: Loaded): string | undefined {
  const entries = list(folder)
  const spelled = entries.filter(({ name }) => isSkillFileName(name))
  const exact = spelled.find(({ name }) => name === 'SKILL.md') ?? spelled[0]
  if (exact !== undefined) return locateSkillFile(join(folder, exact.name), steps)
  const fail = (detail: string, remedy: string, file = folder): undefined => {
    steps.fail('file', detail, { file, remedy })
    return undefined
  }
  const target = join(folder, 'SKILL.md')
  const near = entries.find(({ name }) => isNearSkillFileName(name))
  if (near !== undefined) {
    const detail = `${folder} holds \`${near.name}\`, and only a file called \`SKILL.md\` counts.`
    return fail(detail, `Rename it to ${target}.`, join(folder, near.name))
  }
  const inner = entries.filter(({ name }) => kindOf(join(folder, name, 'SKILL.md')) === 'file')
  if (inner.length > 0) return holdsSkills(folder, inner.length, steps, loaded)
  const markdown = entries.find(({ name }) => isMarkdownName(name))
  if (markdown !== undefined) {
    const detail = `${folder} holds no \`SKILL.md\`, only files such as \`${markdown.name}\`.`
    return fail(detail, `If that is the skill, rename it to ${target}.`)
  }
  return fail(
    `${folder} holds no \`SKILL.md\`, so it is no skill.`,
    `Write ${target}, starting with frontmatter that has a name and a description.`,
  )
}

function locateSkillFile(path: string, steps: Steps): string | undefined {
  const kind = kindOf(path)
  if (kind === 'file') return locateFile(path, steps)
  if (kind === 'dangling link') {
    steps.fail('links', `${path} is a link to ${linkTarget(path)}, which is not there.`, {
      file: path,
      remedy: 'Remove the link, or put back what it leads to.',
    })
    return undefined
  }
  steps.fail('file', `${path} is ${kind === 'folder' ? 'a folder' : 'no ordinary file'}.`, {
    file: path,
    remedy:
      kind === 'folder'
        ? 'Move what is in it away, and write the skill into a file called SKILL.md.'
        : 'Remove it, and write the skill into an ordinary text file called SKILL.md.',
  })
  return undefined
}

function holdsSkills(folder: string, count: number, steps: Steps, loaded: Loaded): undefined {
  const isLookedAt = loaded.snapshot.roots.some((root: Root) => isInside(folder, root.path))
  const skills = count === 1 ? '1 folder that is a skill' : `${count} folders that are skills`
  steps.fail('file', `${folder} is no skill itself; it holds ${skills}.`, {
    file: folder,
    remedy: isLookedAt
      ? 'Ask about one of them by its name or folder; `skillet list --all` shows them.'
      : `Add it to your skills with \`--skill ${folder}\`, or to \`skills\` in your settings.`,
  })
  return undefined
}

function nearestFolder(folder: string): string {
  let at = folder
  while (kindOf(at) !== 'folder' && dirname(at) !== at) at = dirname(at)
  return at
}

function isNear(name: string, typed: string): boolean {
  const [a, b] = [name.toLowerCase(), typed.toLowerCase()]
  const limit = slipsAllowed(b.length)
  return a === b || editDistance(a, b, limit) <= limit
}
