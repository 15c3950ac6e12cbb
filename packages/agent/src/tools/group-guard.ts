import { spawn } from 'node:child_process'
import { childMarker } from './environment.ts'

/**
 * Waits at a pipe that nobody writes to. It comes to its end when the process that holds the other
 * side does, however that ends: then the group is ended, and what left it by its mark. Released, it
 * is ended first and does nothing.
 */
const watcher = `
read -r _
kill -KILL -- "-$1"
for at in $(grep -alsF "$2" /proc/[0-9]*/environ); do
  id=\${at#/proc/}; kill -KILL "\${id%/environ}"
done
`

/**
 * Watches over a process group. A process that is ended by SIGKILL can tell nobody; this one outlives
 * it by a moment.
 *
 * @returns what ends the watch
 */
export function guardGroup(group: number, mark: string): () => void {
  if (process.platform === 'win32') return () => undefined
  const words = ['-c', watcher, 'sh', `${group}`, `${childMarker}=${mark}`]
  const child = spawn('/bin/sh', words, {
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  return () => {
    child.kill('SIGKILL')
    child.stdin.destroy()
  }
}
