import type { ListeningServer, SkilletServer } from '@skillet/server'
import type { Context } from '../context.ts'
import { sayError, sayNotice } from '../screen/notice.ts'

const usualPort = 4747
/** Ports after the usual one that are tried before any that is free is taken. */
const nextPorts = 20

/** Listens where the flags say, else on the first free port from the usual one on. */
export async function listenOn(
  { terminal }: Pick<Context, 'terminal'>,
  server: Pick<SkilletServer, 'listen'>,
  wanted: number | undefined,
): Promise<ListeningServer | undefined> {
  const { stderr } = terminal
  const ports =
    wanted === undefined
      ? [...Array.from({ length: nextPorts + 1 }, (_, at) => usualPort + at), 0]
      : [wanted]
  for (const port of ports) {
    try {
      const listening = await server.listen(port)
      if (wanted === undefined && listening.port !== usualPort) {
        sayNotice(stderr, `Port ${usualPort} is taken, so it is ${listening.port} this time.`)
      }
      return listening
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error
      if (wanted === undefined && code !== 'EADDRNOTAVAIL') continue
      sayError(stderr, ...reasons[code](port))
      return undefined
    }
  }
  sayError(stderr, 'No port is free.', 'Name one: --port NUMBER')
  return undefined
}

const reasons = {
  EADDRINUSE: (port: number) => [
    `Another program listens on port ${port}.`,
    'Name another one, or leave --port away: the next free one is taken.',
  ],
  EACCES: (port: number) => [
    `Port ${port} is not for ordinary programs.`,
    'Name one from 1024 on.',
  ],
  EADDRNOTAVAIL: (_port: number) => [
    'This computer does not have the address that --host names.',
    'Name one of its own.',
  ],
} as const satisfies Record<string, (port: number) => readonly [string, string]>

/** Undefined where the flag names no port, which is said. */
export function portFrom({ terminal }: Context, flag: string): number | undefined {
  const port = /^\d{1,5}$/u.test(flag) ? Number(flag) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  sayError(terminal.stderr, `--port ${flag} is no port.`, 'A port is a number from 0 to 65535.')
  return undefined
}
