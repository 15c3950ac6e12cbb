import { notEntered, type Report, tooDeep } from './diagnostics.ts'

/** Why a folder is not searched. */
export type NotEnteredReason = 'dot' | 'modules' | 'cache' | 'environment' | 'ignored' | 'depth'

const shown = 3

const sentences = {
  dot: 'its name starts with a dot',
  modules: 'node_modules',
  cache: '__pycache__',
  environment: 'a Python environment',
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

/** Counts the folders that one walk did not enter, so that thousands are one line and none is silent. */
export class NotEntered {
  readonly #found = new Map<NotEnteredReason, { count: number; first: string[] }>()

  add(reason: NotEnteredReason, path: string): void {
    const tally = this.#found.get(reason) ?? { count: 0, first: [] }
    tally.count += 1
    if (tally.first.length < shown) tally.first.push(path)
    this.#found.set(reason, tally)
  }

  report(root: string, depth: number, report: Report): void {
    for (const [reason, tally] of this.#found) {
      report(
        reason === 'depth'
          ? tooDeep(root, depth, tally)
          : notEntered(root, sentences[reason], tally),
      )
    }
  }
}
