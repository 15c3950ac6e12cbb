import { resolve } from 'node:path'
import { readOrdinaryFile } from '@skillet/core'
import type { Context } from '../context.ts'
import { sayError } from '../screen/notice.ts'

const shortest = 12

/** From a file or a question, never from a flag: other people of the computer can read those. */
export async function passwordFrom(
  context: Context,
  file: string | undefined,
): Promise<string | undefined> {
  const { terminal, questions } = context
  const { stderr } = terminal
  const why = 'Beyond this computer, Skillet needs a password'
  if (file === undefined && !terminal.interactive) {
    sayError(stderr, `${why}, and nobody can be asked here.`, 'Name one: --password-file FILE')
    return undefined
  }
  const given = file === undefined ? await questions.secret(`${why}`) : readPassword(context, file)
  if (given === undefined) return undefined
  if (given.length < shortest) {
    sayError(stderr, `The password has less than ${shortest} letters.`, 'Take a longer one.')
    return undefined
  }
  const { longestPassword } = await import('@skillet/server')
  if (given.length <= longestPassword) return given
  sayError(stderr, `The password has more than ${longestPassword} letters.`, 'Take a shorter one.')
  return undefined
}

function readPassword({ cwd, terminal }: Context, path: string): string | undefined {
  const file = resolve(cwd, path)
  const read = readOrdinaryFile(file, 64 * 1024)
  if (read.kind === 'read') return new TextDecoder().decode(read.bytes).replace(/\r?\n$/u, '')
  const reason = read.kind === 'absent' ? 'it is not there' : read.reason
  sayError(terminal.stderr, `The password in ${file} cannot be read: ${reason}`)
  return undefined
}
