import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** With what a script is run, absolute path to command. Undefined: it runs by itself. */
export type InterpreterOf = (script: string) => string | undefined

const byEnding: ReadonlyMap<string, string> = new Map([
  ['sh', 'sh'],
  ['bash', 'bash'],
  ['js', 'node'],
  ['mjs', 'node'],
  ['cjs', 'node'],
  ['py', 'python3'],
])

/** A first line is no longer than this. */
const FIRST_LINE = 256

/**
 * What a script on disk needs in front of it: skills are copied and unpacked, and lose the bit that
 * makes a file a command. Its own first line says with what; else its ending does.
 */
export const interpreterOnDisk: InterpreterOf = (script) => {
  const file = look(script)
  if (file === undefined) return undefined
  const own = /^#![ \t]*(?:\/usr\/bin\/env(?: -S)?[ \t]+)?([^\r\n]*)/.exec(file.start)?.[1]?.trim()
  if (own && file.executable) return undefined
  if (own && /^[\w./+ -]+$/.test(own)) return own
  return byEnding.get(/\.(\w+)$/.exec(script)?.[1]?.toLowerCase() ?? '')
}

function look(path: string): { executable: boolean; start: string } | undefined {
  let file: number | undefined
  try {
    // A pipe that nobody writes to would block an ordinary open for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = fstatSync(file)
    if (!stats.isFile()) return undefined
    const bytes = Buffer.alloc(FIRST_LINE)
    const length = readSync(file, bytes, 0, FIRST_LINE, 0)
    return {
      executable: (stats.mode & 0o111) !== 0,
      start: bytes.subarray(0, length).toString('utf8'),
    }
  } catch {
    // A script that cannot be read is proposed as it is written, and says itself what is wrong.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
