/** A fault of the machine that a person can mend: what happened, and what to do. */
export interface MendableFault {
  readonly message: string
  readonly hint?: string
}

/**
 * A system's error (a full disk, a missing permission, a file where a folder is needed) as a
 * sentence; undefined for every other error, which is a fault of Skillet's own.
 */
export function mendableFault(error: unknown): MendableFault | undefined {
  if (!(error instanceof Error)) return undefined
  const [code, syscall, subject] = ['code', 'syscall', 'path'].map((name) => textAt(error, name))
  if (code === undefined) return undefined
  // Thrown by `underLock` of `@skillet/core`.
  if (code === 'ELOCKED' && subject !== undefined) {
    return {
      message: `Another process holds ${subject}.`,
      hint: 'Wait for it. If no other Skillet is running, delete that file.',
    }
  }
  // Thrown by the answers about trust of `@skillet/core`, and says itself what to do.
  if (code === 'EREFUSED') return { message: error.message }
  // What has no system call, such as a module that is missing, is nobody's to mend but ours.
  if (syscall === undefined) return undefined
  const [why, hint] = reasons[code] ?? [`the system says ${code}`, 'Look at this place.']
  return { message: `${subject ?? 'A file'} cannot be ${verbs[syscall] ?? 'used'}: ${why}.`, hint }
}

function textAt(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

const verbs: Readonly<Record<string, string>> = {
  copyfile: 'copied',
  mkdir: 'made',
  open: 'opened',
  read: 'read',
  rename: 'replaced',
  scandir: 'read',
  unlink: 'removed',
  write: 'written',
}

const notAFolder = [
  'a file stands where a folder is needed',
  'Move that file away. Where SKILLET_HOME or an XDG variable names the place, correct it.',
] as const

const reasons: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  EACCES: ['you lack the permission', 'Check the permissions and the owner of this place.'],
  EDQUOT: ['your quota is used up', 'Delete what is not needed, then try again.'],
  EEXIST: notAFolder,
  EISDIR: ['it is a folder, and a file is needed', 'Move that folder away, then try again.'],
  ELOOP: ['its links lead in a circle', 'Correct the links.'],
  EMFILE: ['too many files are open', 'Raise the limit: ulimit -n 4096'],
  ENAMETOOLONG: ['its name is too long', 'Use a shorter path.'],
  ENOENT: ['it is not there', 'Make it, or correct what names it.'],
  ENOSPC: ['no space is left', 'Make room, then try again.'],
  ENOTDIR: notAFolder,
  EPERM: ['the system forbids it', 'Check the permissions and the owner of this place.'],
  EROFS: ['it can only be read', 'Use a place that can be written, such as with SKILLET_HOME.'],
}
