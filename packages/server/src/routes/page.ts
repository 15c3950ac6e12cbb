import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Hono } from 'hono'
import { notFound, RequestFailure } from '../failure.ts'
import type { ServerEnvironment, World } from '../types.ts'
import { languageFor } from './language.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The build names such a file by its content. */
const neverChanges = /^\/assets\//u

/** The built page: public, and empty until it has its key. */
export function pageRoutes(world: World) {
  const app = new Hono<ServerEnvironment>()
  app.get('*', async (c) => {
    const folder = world.clientFolder
    if (folder === undefined) {
      throw notFound('The page was not built, so this is an API alone.', 'GET /api/openapi.json')
    }
    const { path } = c.req
    const type = mediaTypes[extname(path)]
    if (type !== undefined && path !== '/index.html') {
      const bytes = await fileIn(folder, path)
      if (bytes === undefined) throw notFound('There is no such file.')
      return c.body(bytes, 200, {
        'Content-Type': type,
        'Cache-Control': neverChanges.test(path)
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      })
    }
    const html = await fileIn(folder, '/index.html')
    if (html === undefined) throw notFound('The page was not built.', 'Build it: npm run build')
    const { theme = 'system' } = world.settings.read().user
    const language = languageFor(world, c.req.header('accept-language'))
    return c.body(filledIn(new TextDecoder().decode(html), language, theme), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Language',
    })
  })
  app.all('*', () => {
    throw new RequestFailure(405, { code: 'not-allowed', message: 'The page can only be read.' })
  })
  return app
}

/** Language and colours are right before the first script runs, so that nothing flashes. */
function filledIn(html: string, language: string, theme: string): string {
  const opening = /<html\b[^>]*>/u.exec(html)
  if (opening === null) return html
  const before = html.slice(0, opening.index)
  const after = html.slice(opening.index + opening[0].length)
  return `${before}<html lang="${language}" data-theme="${theme}">${after}`
}

/** A path of plain names only: nothing leads out of the folder, and nothing hidden is read. */
async function fileIn(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!/^(?:\/[\w-][\w.-]*)+$/u.test(path)) return undefined
  try {
    return new Uint8Array(await readFile(join(folder, path)))
  } catch {
    return undefined
  }
}
