import { constants, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { findProject, isInside } from '../discovery/index.ts'
import { shellWord } from '../shell-word.ts'
import { largestSettingsFile } from './bounds.ts'
import { checkFields } from './fields.ts'
import { rangeOf, readJson } from './json.ts'
import { readOrdinaryFile, utf8TextOf } from './ordinary-file.ts'
import { linkOutOf, realPathOf } from './project-file.ts'
import type { CheckedFile } from './reading.ts'
import type { Places, Settings, SettingsFile, SettingsLevel } from './types.ts'

/** Whose settings `readSettings` reads. */
export interface ReadSettingsOptions {
  /** Absolute working folder. */
  readonly cwd: string
  /** The folder that the project's settings lie in. Default: the one above that holds `.git`. */
  readonly repository?: string | undefined
  readonly places: Places
}

/**
 * Reads the user's settings and the project's. Never throws for what a person can fix: a missing
 * file is empty, a broken one is empty with an error that names file, line and column, a key with
 * a wrong value is left out with a warning.
 *
 * The project's settings come back as written, whether or not the project is trusted.
 * `openLibrary` applies them only where it is; do the same with `model`, `permissions` and
 * `knowledge`.
 *
 * @param options the working folder, the repository where it is known, and the places
 * @returns both levels, the paths of their files, and what is wrong with them
 * @example
 * const settings = readSettings({ cwd, places: placesFor({ platform, environment, home }) })
 */
export function readSettings({ cwd, repository, places }: ReadSettingsOptions): Settings {
  const project = repository ?? findProject(cwd, places.home).repository ?? cwd
  const userFile = join(places.config, 'settings.json')
  const projectFile = join(project, '.skillet', 'settings.json')
  const user = readSettingsFile(userFile, 'user')
  // In the home folder itself there is no project: what lies there is the person's own.
  const shared = isSamePlace(project, places.home) || isSamePlace(projectFile, userFile)
  const own = shared ? empty : readProjectFile(projectFile, project)
  return {
    user: user.settings,
    project: own.settings,
    userFile,
    projectFile,
    diagnostics: [...user.diagnostics, ...own.diagnostics],
    ranges: { user: user.ranges, project: own.ranges },
  }
}

const empty: CheckedFile = { settings: {}, ranges: {}, diagnostics: [] }

/** One file on its own, such as the one that an interface is about to change. */
export function readSettingsFile(file: string, level: SettingsLevel): CheckedFile {
  const read = readText(file)
  if (read.kind === 'absent') return empty
  if (read.kind === 'unreadable') return { ...empty, diagnostics: [read.diagnostic] }
  const checked = parseSettings(read.text, file, level)
  const open = level === 'user' ? openToOthers(checked, read.stats, file) : undefined
  return open === undefined ? checked : { ...checked, diagnostics: [...checked.diagnostics, open] }
}

// Windows has neither constant: there, rights are lists that a mode does not show.
const othersMayRead = (constants.S_IRGRP ?? 0) | (constants.S_IROTH ?? 0)

/** `Authorization`, `x-api-key` and such; `HTTP-Referer` holds no secret. */
const secretHeader = /auth|key|token|secret|cookie/i

/** A key in a file that other people of this computer may read is no secret any more. */
function openToOthers(
  { settings, ranges }: CheckedFile,
  { mode }: Stats,
  file: string,
): Diagnostic | undefined {
  if ((mode & othersMayRead) === 0) return undefined
  const secret = Object.entries(settings.providers ?? {}).flatMap(([name, provider]) => [
    ...(provider.apiKey === undefined ? [] : [`providers/${name}/apiKey`]),
    ...(Object.keys(provider.headers ?? {}).some((header) => secretHeader.test(header))
      ? [`providers/${name}/headers`]
      : []),
  ])[0]
  if (secret === undefined) return undefined
  const range = ranges[secret]
  const octal = (mode & 0o777).toString(8).padStart(4, '0')
  return {
    code: 'settings/readable-by-others',
    severity: 'warning',
    message: `\`${secret.replaceAll('/', '.')}\` stands in a file that other people may read (mode ${octal}).`,
    file,
    ...(range === undefined ? {} : { range }),
    hint: `Type: chmod 600 ${shellWord(file)}`,
  }
}

/** The same for a text at hand. */
export function parseSettings(text: string, file: string, level: SettingsLevel): CheckedFile {
  const { node, fault } = readJson(text)
  if (node !== undefined) return checkFields(node, { text, file, level })
  const at = { start: fault.offset, end: Math.min(fault.offset + 1, text.length) }
  const diagnostic: Diagnostic = {
    code: 'settings/invalid',
    severity: 'error',
    message: `${fault.message} Nothing in this file counts.`,
    file,
    range: rangeOf(text, at),
    ...(fault.hint === undefined ? {} : { hint: fault.hint }),
  }
  return { ...empty, diagnostics: [diagnostic] }
}

function readProjectFile(file: string, project: string): CheckedFile {
  const leak = linkOutOf(project, file)
  if (leak !== undefined) return { ...empty, diagnostics: [leak] }
  return keepInside(readSettingsFile(file, 'project'), file, project)
}

/** Paths that a project names stay in the project; `~` and `$HOME` lead out of it. */
function keepInside(checked: CheckedFile, file: string, project: string): CheckedFile {
  const diagnostics = [...checked.diagnostics]
  const settings: { -readonly [K in keyof SettingsFile]: SettingsFile[K] } = { ...checked.settings }
  const ranges = { ...checked.ranges }
  for (const key of ['skills', 'knowledge'] as const) {
    const kept: string[] = []
    for (const [index, path] of (checked.settings[key] ?? []).entries()) {
      const range = checked.ranges[`${key}/${index}`]
      delete ranges[`${key}/${index}`]
      if (!/^[~$]/.test(path) && isInside(resolve(dirname(file), path), resolve(project))) {
        if (range !== undefined) ranges[`${key}/${kept.length}`] = range
        kept.push(path)
        continue
      }
      diagnostics.push({
        code: 'settings/not-allowed',
        severity: 'warning',
        message: `A project's settings may name only paths in the repository, and \`${path}\` leads out of it.`,
        file,
        ...(range === undefined ? {} : { range }),
        hint: 'Name it in your own settings if you want it.',
      })
    }
    if (checked.settings[key] !== undefined) settings[key] = kept
  }
  return { settings, ranges, diagnostics }
}

/** Why a text is not written: it would be a file that nobody reads again. */
export function tooLarge(file: string, text: string): Diagnostic | undefined {
  const bytes = Buffer.byteLength(text)
  if (bytes <= largestSettingsFile) return undefined
  return {
    code: 'settings/invalid',
    severity: 'error',
    message: `The settings would have ${bytes} bytes, and at most ${largestSettingsFile} are read.`,
    file,
    hint: 'Take out what you need no more.',
  }
}

type ReadText =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly diagnostic: Diagnostic }
  | { readonly kind: 'text'; readonly text: string; readonly stats: Stats }

/** The text of a settings file, or why it cannot be read. */
export function readText(file: string): ReadText {
  const unreadable = (message: string): ReadText => ({
    kind: 'unreadable',
    diagnostic: {
      code: 'settings/invalid',
      severity: 'error',
      message,
      file,
      hint: 'Put an ordinary, readable text file of JSON in its place, or remove it.',
    },
  })
  const read = readOrdinaryFile(file, largestSettingsFile)
  if (read.kind === 'absent') return read
  if (read.kind === 'refused') return unreadable(`The settings cannot be read (${read.reason}).`)
  const text = utf8TextOf(read.bytes)
  return text === undefined
    ? unreadable('The settings are not UTF-8 text.')
    : { kind: 'text', text, stats: read.stats }
}

function isSamePlace(a: string, b: string): boolean {
  return (realPathOf(a) ?? resolve(a)) === (realPathOf(b) ?? resolve(b))
}
