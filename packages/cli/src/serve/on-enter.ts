import type { Context } from '../context.ts'

/** Calls for each Enter, where a person is at the keyboard. Gives what stops it. */
export async function onEnter(
  { openInput, terminal }: Pick<Context, 'openInput' | 'terminal'>,
  act: () => void,
): Promise<() => void> {
  if (!terminal.interactive || openInput === undefined) return () => {}
  const { createInterface } = await import('node:readline')
  const lines = createInterface({ input: openInput(), terminal: false })
  lines.on('line', act)
  return () => lines.close()
}
