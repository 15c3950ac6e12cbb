import { createHash } from 'node:crypto'
import { openChecked } from './open-checked.ts'

/** What stands in a file's place before it is written. `hash` stands for exactly that. */
export type Present =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly hash: string }
  | { readonly kind: 'missing'; readonly hash: string }
  /** `reason` goes after the file's name. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly hash: string }

/** Above this, neither a diff nor an exact replacement is of use to anybody. */
const largest = 16 * 1024 * 1024

/** Reads what a write or an edit would replace, through a checked handle. */
export async function presentFile(realPath: string): Promise<Present> {
  const opened = await openChecked(realPath)
  if (opened.kind === 'missing') return { kind: 'missing', hash: 'missing' }
  if (opened.kind !== 'open')
    return { kind: 'unusable', hash: opened.kind, reason: reasonOf(opened.kind) }
  try {
    if (opened.stats.size > largest) {
      const reason = `has ${opened.stats.size} bytes, more than the ${largest} that can be edited.`
      return { kind: 'unusable', hash: 'too-large', reason }
    }
    const bytes = await opened.handle.readFile()
    return { kind: 'file', bytes, hash: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    await opened.handle.close()
  }
}

function reasonOf(kind: 'folder' | 'special' | 'moved' | 'failed'): string {
  switch (kind) {
    case 'folder':
      return 'is a folder.'
    case 'special':
      return 'is a pipe, socket or device, which no tool opens.'
    case 'moved':
      return 'is a link that leads nowhere, or changed while it was opened.'
    case 'failed':
      return 'could not be opened.'
  }
}
