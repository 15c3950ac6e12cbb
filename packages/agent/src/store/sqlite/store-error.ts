/** Why a store of conversations cannot be used. */
export type StoreFault =
  /** A later Skillet wrote it. */
  | 'newer'
  /** It is no store, or its bytes are broken. */
  | 'damaged'
  /** The place cannot be read or written. */
  | 'unreachable'
  /** No space is left. */
  | 'full'
  /** Another program held it for ten seconds, or as long as the store was opened to wait. */
  | 'busy'
  /** The database does not run on this system. */
  | 'unsupported'

/**
 * The store cannot be opened, read or written. The message is one sentence for a person that names
 * the place, the hint says what to do.
 *
 * @example
 * if (error instanceof StoreError) console.error(error.message, error.hint)
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly fault: StoreFault
  readonly hint: string

  constructor(fault: StoreFault, message: string, hint: string, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
    this.hint = hint
  }
}

/** What a database or the system threw, as a sentence; our own errors as they are. */
export function asStoreError(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  const fault = faults.find(({ codes }) => codes.test(code))
  if (fault === undefined) return error
  return new StoreError(fault.fault, fault.message(file), fault.hint(file), error)
}

/** Whether somebody else holds the store for a moment. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/u.test(codeOf(error))
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // What fails while the database opens has its number in the message alone (14: SQLITE_CANTOPEN).
  return code === '' && error.message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : code
}

const faults: readonly {
  readonly codes: RegExp
  readonly fault: StoreFault
  readonly message: (file: string) => string
  readonly hint: (file: string) => string
}[] = [
  {
    codes: /^SQLITE_(?:NOTADB|CORRUPT)/u,
    fault: 'damaged',
    message: (file) => `${file} is damaged, so no conversation can be read from it.`,
    hint: (file) =>
      `Move it away, or put a copy of yours in its place. A new one is made: mv ${file} ${file}.damaged`,
  },
  {
    codes: /^(?:SQLITE_FULL|ENOSPC|EDQUOT)/u,
    fault: 'full',
    message: (file) => `Nothing can be written to ${file}: no space is left.`,
    hint: () => 'Make room, then try again.',
  },
  {
    codes: /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/u,
    fault: 'busy',
    message: (file) => `Another program holds ${file}, and did not let go of it in time.`,
    hint: () => 'Wait for it to end, or end it, then try again.',
  },
  {
    codes:
      /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH|IOERR)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ELOOP|ENOENT|ENAMETOOLONG|EIO)/u,
    fault: 'unreachable',
    message: (file) => `${file} cannot be written.`,
    hint: () => 'Check the permissions and the owner of this file and of its folder.',
  },
]
