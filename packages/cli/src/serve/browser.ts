import { spawn } from 'node:child_process'
import type { Context } from '../context.ts'

/** Opens a file with the system's browser. False where the system has no program for that. */
export function openInBrowser(
  { platform, environment }: Pick<Context, 'platform' | 'environment'>,
  file: string,
): Promise<boolean> {
  const [program, ...words] = openerOf(platform, environment, file)
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      stdio: 'ignore',
      detached: true,
      env: { ...environment },
      windowsHide: true,
    })
    child.on('error', () => resolve(false))
    child.on('spawn', () => resolve(true))
    child.unref()
  })
}

function openerOf(
  platform: NodeJS.Platform,
  environment: Context['environment'],
  file: string,
): readonly [program: string, ...words: string[]] {
  const own = environment['BROWSER']?.trim()
  if (own && !/[\s%:]/u.test(own)) return [own, file]
  if (platform === 'darwin') return ['open', file]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', file]
  return ['xdg-open', file]
}
