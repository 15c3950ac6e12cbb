import type { Diagnostic } from '../diagnostic.ts'
import { notEntered, type Report, tooDeep } from './diagnostics.ts'
import type { Tallies } from './tallies.ts'

/** Why a folder is not searched. */
export type NotEnteredReason =
  | 'dot'
  | 'modules'
  | 'cache'
  | 'environment'
  | 'system'
  | 'ignored'
  | 'depth'

const sentences = {
  dot: 'its name starts with a dot',
  modules: 'node_modules',
  cache: '__pycache__',
  environment: 'a Python environment',
  system: 'the system shows itself there, and keeps no files',
  ignored: 'an ignore file excludes it',
} as const

/** Folders that never hold skills of their own, by name alone. */
export function reasonOfName(name: string): NotEnteredReason | undefined {
  switch (name) {
    case 'node_modules':
      return 'modules'
    case '__pycache__':
      return 'cache'
    case 'venv':
    case '.venv':
      return 'environment'
    default:
      return name.startsWith('.') ? 'dot' : undefined
  }
}

/** For a root that is the system's own. */
export function systemRoot(path: string): Diagnostic {
  return {
    code: 'walk/not-entered',
    severity: 'info',
    message: `This skills path was not searched: ${sentences.system}.`,
    file: path,
    hint: 'Name a folder that holds skills.',
  }
}

/** Says it once for each reason. */
export function reportNotEntered(
  root: string,
  depth: number,
  found: Tallies<NotEnteredReason>,
  report: Report,
): void {
  for (const [reason, tally] of found.all) {
    report(
      reason === 'depth' ? tooDeep(root, depth, tally) : notEntered(root, sentences[reason], tally),
    )
  }
}
