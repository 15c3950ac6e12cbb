import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { resolve } from 'node:path'
import { readOrdinaryFile, writeAtomically } from '@skillet/core'
import type { Context } from '../context.ts'

export type ReadToken =
  | {
      readonly kind: 'token'
      readonly token: string
      readonly file: string
      readonly isNew: boolean
    }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }

/** A shorter one could be guessed; those that Skillet makes have 43 letters. */
const shortest = 22
const others = constants.S_IRWXG | constants.S_IRWXO

/** The token in a file for its owner alone; makes both where there is none. */
export function readToken({ cwd, platform }: Context, path: string): ReadToken {
  const file = resolve(cwd, path)
  const read = readOrdinaryFile(file, 4096)
  if (read.kind === 'absent') {
    const token = randomBytes(32).toString('base64url')
    writeAtomically(file, `${token}\n`, 0o600)
    return { kind: 'token', token, file, isNew: true }
  }
  if (read.kind === 'refused') {
    const message = `The token in ${file} cannot be read: ${read.reason}`
    return { kind: 'refused', message, hint: 'Name a file that is not there: one is made.' }
  }
  // Windows has rights of another kind, which a mode does not show.
  if (platform !== 'win32' && (read.stats.mode & others) !== 0) {
    const message = `Other people may read the token in ${file}.`
    return { kind: 'refused', message, hint: `chmod 600 ${file}, and have a new token made.` }
  }
  const token = new TextDecoder().decode(read.bytes).trim()
  if (token.length < shortest || /[^\x21-\x7e]/u.test(token)) {
    const message = `${file} holds no token: one is a single word of at least ${shortest} letters.`
    return { kind: 'refused', message, hint: 'Name a file that is not there: one is made.' }
  }
  return { kind: 'token', token, file, isNew: false }
}
