import { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { ServerEnvironment } from '../types.ts'

/** What ends the connection of a request at once, with all that waits in it. */
export function endOf(c: Context<ServerEnvironment>): () => void {
  const { env } = c
  return () => {
    const outgoing = typeof env === 'object' && env !== null && 'outgoing' in env && env.outgoing
    if (outgoing instanceof ServerResponse) outgoing.destroy()
  }
}
