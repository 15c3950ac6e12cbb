import { isPlainName, nameLimit, validName } from '../../names.ts'
import type { Report } from '../report.ts'
import type { FieldEntries } from './entries.ts'
import { readText, spanOf } from './text.ts'
import { codePoints } from './values.ts'

/** What the file's path says about its name. */
export interface NameContext {
  /** Of the folder for a `SKILL.md`, of the file (without `.md`) otherwise. */
  readonly fallback: string
  readonly isSkillFile: boolean
  /** Whether the folder belongs to the skill, so that both should be called the same. */
  readonly ownsFolder: boolean
}

export interface ReadName {
  readonly text: string
  /** True where no name is given and no path can stand in for it. */
  readonly refused: boolean
}

/** The name, with a warning for each rule of the standard that it breaks; none stops the skill. */
export function readName(entries: FieldEntries, context: NameContext, report: Report): ReadName {
  const name = readText(entries, 'name', report)
  if (name === undefined) {
    reportMissing(entries, context, report)
    return { text: context.fallback, refused: context.isSkillFile && !context.ownsFolder }
  }
  if (context.ownsFolder && name !== context.fallback) checkFolder(name, entries, context, report)
  if (!isPlainName(name) || name.length > nameLimit) checkSpelling(name, entries, context, report)
  return { text: name, refused: false }
}

function reportMissing(entries: FieldEntries, context: NameContext, report: Report): void {
  const { fallback, isSkillFile } = context
  const entry = entries.known.name
  const remark = {
    at: entry === undefined ? { start: 0, end: 0 } : spanOf(entry),
    hint: bothAs(nameToWrite(fallback, context), context),
  }
  if (!isSkillFile) {
    report.info(
      'name/missing',
      `There is no "name", so the file's name counts: "${fallback}".`,
      remark,
    )
  } else if (context.ownsFolder) {
    report.warning(
      'name/missing',
      `There is no "name", so the folder's name counts: "${fallback}".`,
      remark,
    )
  } else {
    report.error(
      'name/missing',
      'There is no "name", and the folder is not named after this skill.',
      { at: remark.at, hint: 'Move SKILL.md into a folder of its own, or add `name: …`.' },
    )
  }
}

function checkFolder(
  name: string,
  entries: FieldEntries,
  context: NameContext,
  report: Report,
): void {
  const { fallback } = context
  if (name.normalize('NFKC') === fallback.normalize('NFKC')) return
  const right = nameToWrite(name, context)
  report.warning('name/directory', `The name "${name}" is not the folder's name "${fallback}".`, {
    at: nameSpan(entries),
    hint: right === name ? `Rename the folder to ${right}.` : bothAs(right, context),
  })
}

function checkSpelling(
  name: string,
  entries: FieldEntries,
  context: NameContext,
  report: Report,
): void {
  const at = nameSpan(entries)
  const hint = bothAs(nameToWrite(name, context), context)
  const length = codePoints(name)
  if (length > nameLimit) {
    report.warning(
      'name/too-long',
      `The name has ${length} characters; the limit is ${nameLimit}.`,
      {
        at,
        hint: 'Shorten it, and rename the folder to match.',
      },
    )
  }
  if (name !== name.toLowerCase()) {
    report.warning('name/case', 'The name has capital letters.', {
      at,
      hint,
    })
  }
  if (name.startsWith('-') || name.endsWith('-') || name.includes('--')) {
    report.warning('name/hyphens', 'The name starts or ends with a hyphen, or has two in a row.', {
      at,
      hint,
    })
  }
  const strange = [...new Set(name.match(/[^\p{L}\p{M}\p{N}-]/gu) ?? [])]
  if (strange.length > 0) {
    report.warning(
      'name/characters',
      `The name holds ${strange.slice(0, 5).map(shown).join(', ')}.`,
      {
        at,
        hint,
      },
    )
  }
  const scripts = mixedScripts(name)
  if (scripts !== undefined) {
    report.warning('name/look-alike', `The name mixes ${scripts} letters, which look alike.`, {
      at,
      hint: 'Write the name in one script.',
    })
  }
}

function nameSpan(entries: FieldEntries): { start: number; end: number } {
  const entry = entries.known.name
  return entry === undefined
    ? { start: 0, end: 0 }
    : { start: entry.value.start, end: entry.value.end }
}

/**
 * The one name to write, whatever is wrong with the one that is there: the folder's where that is
 * valid, so that both are the same at once, else the valid form of the name.
 */
function nameToWrite(name: string, context: NameContext): string {
  if (context.ownsFolder && isValid(context.fallback)) return context.fallback
  return validName(name) || validName(context.fallback) || 'my-skill'
}

function isValid(name: string): boolean {
  return validName(name) === name.normalize('NFKC')
}

/** What to do so that name and folder are the same and valid. */
function bothAs(name: string, { ownsFolder, fallback }: NameContext): string {
  const isFolderWrong = ownsFolder && fallback.normalize('NFKC') !== name.normalize('NFKC')
  return isFolderWrong ? `Rename the folder to ${name}, and write: name: ${name}` : `name: ${name}`
}

/** A character as a person can see it: invisible and direction characters by their number. */
function shown(char: string): string {
  if (char === ' ') return 'a blank'
  const code = char.codePointAt(0) ?? 0
  // A look at the number first: V8 takes 30 µs to ask for these classes.
  const isAscii = code > 0x20 && code < 0x7f
  if (isAscii || !/[\p{C}\p{Z}]/u.test(char)) return `"${char}"`
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Latin, Greek and Cyrillic share shapes: `pаypal` with a Cyrillic `а` must not pass for `paypal`. */
function mixedScripts(name: string): string | undefined {
  const found = [
    /\p{Script=Latin}/u.test(name) ? 'Latin' : undefined,
    /\p{Script=Greek}/u.test(name) ? 'Greek' : undefined,
    /\p{Script=Cyrillic}/u.test(name) ? 'Cyrillic' : undefined,
  ].filter((script) => script !== undefined)
  return found.length > 1 ? found.join(' and ') : undefined
}
