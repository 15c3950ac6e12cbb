import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context.ts'

/** The built page beside the command; undefined where nobody built it. */
export function clientFolder({ builtin }: Pick<Context, 'builtin'>): string | undefined {
  const folder = join(builtin, '..', 'client')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
