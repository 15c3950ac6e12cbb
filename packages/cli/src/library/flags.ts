import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { sayError } from '../screen/notice.ts'
import { isChildOfEngine, refuseChild } from './child.ts'

/** The flags that every command has. */
export interface LibraryFlags {
  readonly cwd?: string
  readonly skill?: readonly string[]
  readonly trust?: boolean
}

/** What is wrong with these flags, said on `stderr`; undefined where nothing is. */
export function refuseFlags(context: Context, flags: LibraryFlags): ExitCode | undefined {
  if (flags.trust && isChildOfEngine(context)) {
    refuseChild(context, 'Trust')
    return exitCodes.refused
  }
  if (context.cwdIsGone && !isAbsolute(flags.cwd ?? '')) {
    const remedy = 'Go to another (cd ~), or name one: --cwd FOLDER'
    sayError(context.terminal.stderr, 'The working folder is gone.', remedy)
    return exitCodes.failed
  }
  if (flags.cwd !== undefined && !isFolder(resolve(context.cwd, flags.cwd))) {
    sayError(context.terminal.stderr, `There is no folder ${flags.cwd}.`, 'Correct --cwd.')
    return exitCodes.usage
  }
  return undefined
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
