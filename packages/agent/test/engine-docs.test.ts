import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../../../docs/engine.md')

/** The names of a TypeScript interface's fields, one level deep. */
function fieldsOf(source: string, name: string): readonly string[] {
  const body = source.split(`export interface ${name} {`)[1]?.split('\n}')[0] ?? ''
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gmu)].flatMap(([, field]) => field ?? [])
}

describe('docs/engine.md', () => {
  const events = [...read('../src/engine/events.ts').matchAll(/readonly type: '([\w-]+)'/gu)]

  it.each(events.map(([, type]) => type))('lists the event `%s`', (type) => {
    expect(page).toContain(`\n| \`${type}\` | `)
  })

  const engine = fileURLToPath(new URL('../src/engine/', import.meta.url))
  const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(engine, path), 'utf8'))
  const codes = sources.flatMap((source) => [...source.matchAll(/code: '([\w-]+)'/gu)])

  it.each(codes.map(([, code]) => code))('lists the notice `%s`', (code) => {
    expect(page.split('\nNotices: ')[1]?.split('\n')[0]).toContain(`\`${code}\``)
  })

  const types = read('../src/engine/types.ts')

  it.each(fieldsOf(types, 'EngineOptions'))('lists the option `%s`', (field) => {
    expect(page.split('## Options')[1]).toContain(`\`${field}\``)
  })

  it.each(fieldsOf(types, 'Engine'))('speaks of `engine.%s`', (method) => {
    expect(page).toContain(`engine.${method}(`)
  })
})
