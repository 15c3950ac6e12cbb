import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from './shown-folders.ts'

const processes = '/proc'

/**
 * What lies in `/proc` beside processes is the kernel's own: its settings, its memory, its hardware.
 * It asks there for root alone, no capability, so that a sandbox of root's could change the machine;
 * a few are everybody's to write.
 * Folders become read-only; files that not everybody reads, or that somebody writes, are empty.
 */
export function closedKernelArguments(): readonly string[] {
  return kernelPlaces().flatMap((path) => {
    const stats = standing(path)
    if (stats?.isDirectory()) return ['--ro-bind-try', path, path]
    const isOpen = stats?.isFile() !== true || (stats.mode & 0o226) === 0o004
    return isOpen ? [] : ['--ro-bind-try', '/dev/null', path]
  })
}

/** The folders among them, which are the machine's own also inside. */
export function kernelFolders(): readonly string[] {
  return kernelPlaces().filter((path) => standing(path)?.isDirectory())
}

function kernelPlaces(): readonly string[] {
  return readdirSync(processes)
    .filter((name) => !/^\d/u.test(name))
    .map((name) => join(processes, name))
}
