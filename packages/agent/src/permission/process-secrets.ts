import { resolve } from 'node:path'
import { isProcessSecret, realPathOf } from '../tools/index.ts'
import { programName } from './shell-hazards.ts'
import type { ShellLine } from './shell-line.ts'
import { isLiteral, type ShellWord } from './shell-word.ts'
import type { TimeBudget } from './time-budget.ts'
import { couldMean, open } from './wildcards.ts'
import { decodedText } from './word-paths.ts'

/** In a text that something else reads: a script for Python, a document for a shell. */
const inText = /\/proc\b[\s\S]*\b(?:environ|mem)\b|\b(?:environ|mem)\b[\s\S]*\/proc\b/u
/** What makes a word of unknown parts worth a doubt. */
const hint = /proc|environ|PPID|\$\$/iu
/** Folders of processes: whoever goes through one reads its environment too. */
const processFolder = /^\/proc(?:\/(?:\d+|self|thread-self)(?:\/task(?:\/\d+)?)?)?$/u

/**
 * Whether a line may read the environment or memory of a running process, by any spelling: keys are
 * in there that no file holds. A text that says it in other words (`base64 -d | sh`) is not found.
 */
export function mayReadProcesses(
  text: string,
  line: ShellLine,
  folders: readonly string[],
  budget: TimeBudget,
): boolean {
  if (inText.test(text) || inText.test(decodedText(text))) return true
  const hinted = hint.test(text)
  const mayBeNamed = distinct(line.words).some((word) =>
    folders.some((folder) => budget.isSpent() || mayName(word, folder, hinted)),
  )
  if (mayBeNamed) return true
  return line.commands.some(showsEnvironments)
}

/** Each word is looked up on the disk, so each only once. */
function distinct(words: readonly ShellWord[]): readonly ShellWord[] {
  const literal = new Map<string, ShellWord>()
  for (const word of words) if (isLiteral(word)) literal.set(word.value, word)
  return [...literal.values(), ...words.filter((word) => !isLiteral(word))]
}

function mayName(word: ShellWord, folder: string, hinted: boolean): boolean {
  if (isLiteral(word)) return [word.value, afterOption(word.value)].some((at) => names(at, folder))
  const text = word.pieces.map((piece) => (piece.kind === 'text' ? piece.text : open)).join('')
  if (!hinted && /^[/.]*$/u.test(text.split(open).join(''))) return false
  if (/\.\.(?:\/|$)/u.test(text) && endings.some((end) => couldMean(`*/${end}`, text))) return true
  const full = text.startsWith('/') || text.startsWith(open) ? text : `${folder}/${text}`
  return endings.some((end) => couldMean(`/proc/*/${end}`, full))
}

const endings = ['environ', 'mem']

function afterOption(value: string): string {
  return value.slice(value.lastIndexOf('=') + 1)
}

function names(value: string, folder: string): boolean {
  if (value === '' || value.includes('\0')) return false
  if (/(?:^|\/)\.\.\/.*\b(?:environ|mem)$/u.test(value)) return true
  const path = resolve(folder, value)
  return [path, realPathOf(path)].some((at) => isProcessSecret(at) || processFolder.test(at))
}

/** `ps e` prints environments; `ps -e` lists every process, and `-C node` takes a name. */
function showsEnvironments(command: { readonly words: readonly string[] }): boolean {
  if (programName(command) !== 'ps') return false
  return command.words.some((word, at) => {
    const value = /^(?:-[a-zA-Z]*[oOCpuUgGtqsN]|[a-zA-Z]*[oOCpUtN])$/u.test(
      command.words[at - 1] ?? '',
    )
    return at > 0 && !value && /^(?:[a-zA-Z]*e[a-zA-Z]*|-[a-zA-Z]*E[a-zA-Z]*)$/u.test(word)
  })
}
