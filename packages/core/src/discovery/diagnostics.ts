import type { Diagnostic, DiagnosticCode, Severity } from '../diagnostic.ts'
import type { Tally } from './tallies.ts'
import type { IgnoreRule } from './types.ts'

/** Hands one diagnostic to whoever collects them. */
export type Report = (diagnostic: Diagnostic) => void

export function rootMissing(file: string, typed: string): Diagnostic {
  const hint = 'Correct the path, or take it out of the settings or the command line.'
  return warning('root/missing', file, `There is nothing at the skills path '${typed}'.`, hint)
}

export function rootFile(file: string, expected: string): Diagnostic {
  return warning(
    'root/file',
    file,
    `This skills path is not ${expected}.`,
    'Name a folder of skills, the folder of one skill, or one .md file.',
  )
}

export function linkDangling(file: string, target: string): Diagnostic {
  const hint = 'Remove the link, or put back what it leads to.'
  return warning('link/dangling', file, `This link leads to '${target}', which is not there.`, hint)
}

export function linkLoop(file: string, target: string): Diagnostic {
  const message = `This link leads back to '${target}', so following it would never end.`
  return warning('link/loop', file, message, 'Remove the link; the rest of the folder was read.')
}

export function linkEscapes(file: string, target: string, boundary: string): Diagnostic {
  return warning(
    'link/escapes',
    file,
    `This project path leads to '${target}', outside of '${boundary}', and was not followed: a project's skills must lie inside it.`,
    "Copy the skill into the project, or name its folder with --skill or in the user's settings.",
  )
}

export function wrongCase(file: string, name: string, others: readonly string[]): Diagnostic {
  return {
    ...warning(
      'walk/case',
      file,
      `The file is called '${name}', and some clients find 'SKILL.md' only.`,
      'Rename it to SKILL.md.',
    ),
    ...(others.length === 0
      ? {}
      : {
          related: others.map((file) => ({
            message: 'This one beside it was passed over.',
            file,
          })),
        }),
  }
}

export function notAFile(file: string, what: string): Diagnostic {
  const message = `This is named like a skill and is ${what}, so it was passed over.`
  return warning('walk/not-a-file', file, message, 'Put an ordinary text file in its place.')
}

export function unreadableFile(file: string, reason: string): Diagnostic {
  return {
    code: 'walk/unreadable',
    severity: 'error',
    message: `The file could not be read (${reason}).`,
    file,
    hint: 'Check the permissions of the file.',
  }
}

export function unreadable(file: string, reason: string): Diagnostic {
  const message = `This could not be read (${reason}), so skills in it were not found.`
  return warning('walk/unreadable', file, message, 'Check the permissions and the name.')
}

export function vanished(file: string): Diagnostic {
  return warning(
    'walk/vanished',
    file,
    'This was listed and could not be found again a moment later.',
    'Load again.',
  )
}

export function nameNotUtf8(file: string): Diagnostic {
  return warning(
    'walk/name',
    file,
    'This name holds bytes that are not UTF-8 (shown as U+FFFD), so nothing in it can be read.',
    'Rename it: its name was most likely written by a system with another encoding.',
  )
}

export function ignoredSkill(file: string, rule: IgnoreRule): Diagnostic {
  const start = { line: rule.line, column: 1, offset: 0 }
  const message = `The rule '${rule.pattern}' of an ignore file leaves this skill out.`
  return {
    code: 'ignore/skill',
    severity: 'info',
    message,
    file,
    hint: `Remove line ${rule.line} of '${rule.file}', or add a later rule that starts with '!'.`,
    related: [{ message: 'This rule decides.', file: rule.file, range: { start, end: start } }],
  }
}

export function limitReached(root: string, limit: string, setting: string): Diagnostic {
  return warning(
    'walk/limit',
    root,
    `The search stopped at its limit of ${limit}; skills beyond it were not found.`,
    `Name a folder closer to the skills, or raise the limit '${setting}'.`,
  )
}

export function tooDeep(root: string, depth: number, tally: Tally): Diagnostic {
  const message = `${folders(tally)} more than ${depth} levels down ${were(tally)} not searched: ${places(tally)}.`
  const hint = "Move skills further up, name a folder closer to them, or raise the limit 'depth'."
  return warning('walk/limit', root, message, hint)
}

export function notEntered(root: string, kind: string, tally: Tally): Diagnostic {
  const message = `${folders(tally)} ${were(tally)} not searched (${kind}): ${places(tally)}.`
  return { code: 'walk/not-entered', severity: 'info', message, file: root }
}

export function passedOver(root: string, why: string, hint: string, tally: Tally): Diagnostic {
  const what = tally.count === 1 ? '1 place looks' : `${tally.count} places look`
  const message = `${what} like a skill and ${tally.count === 1 ? 'is' : 'are'} none (${why}): ${places(tally)}.`
  return { code: 'walk/passed-over', severity: 'info', message, file: root, hint }
}

export function clientUnknown(file: string, id: string, known: string): Diagnostic {
  const message = `No client is called '${id}', so none of its folders was looked at.`
  return warning('settings/invalid', file, message, `Known clients: ${known}.`)
}

function warning(code: DiagnosticCode, file: string, message: string, hint: string): Diagnostic {
  const severity: Severity = 'warning'
  return { code, severity, message, file, hint }
}

function folders(tally: Tally): string {
  return tally.count === 1 ? '1 folder' : `${tally.count} folders`
}

function were(tally: Tally): string {
  return tally.count === 1 ? 'was' : 'were'
}

function places(tally: Tally): string {
  const more = tally.count - tally.first.length
  return tally.first.map((path) => `'${path}'`).join(', ') + (more === 0 ? '' : ` and ${more} more`)
}
