/**
 * Bubblewrap hands on every handle that whoever started Skillet left open: a folder among them is a
 * way out. This bash closes those above the ones that a command is meant to have, and becomes the
 * program that makes the sandbox.
 */
const closing = [
  'last=$1; shift',
  'for at in /proc/self/fd/*; do',
  '[[ $at =~ [0-9]+$ && $BASH_REMATCH -gt $last ]] && eval "exec $BASH_REMATCH<&-"',
  'done',
  'exec "$@"',
].join('\n')

/**
 * The words for bash that start a program with no handle above the last one it needs. `-p` keeps bash
 * from reading files and functions that the environment names.
 */
export function withoutHandlesAbove(last: number, program: string): readonly string[] {
  return ['-p', '-c', closing, 'bash', `${last}`, program]
}
