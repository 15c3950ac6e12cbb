import { showHidden } from '@skillet/core/text'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { type Standpoint, shortPath } from '../screen/paths.ts'

/** What a tool call is about, on one line: the command, the file, the pattern. */
export function callSubject(tool: string, input: unknown, standpoint: Standpoint): string {
  const fields = isRecord(input) ? input : {}
  const key = (subjects.get(tool) ?? []).find((name) => typeof fields[name] === 'string')
  const value = key === undefined ? undefined : fields[key]
  if (typeof value === 'string') {
    const folder = tool === 'grep' || tool === 'find' ? fields['path'] : undefined
    const place = typeof folder === 'string' ? ` in ${shortPath(folder, standpoint)}` : ''
    return oneLine((key === 'path' ? shortPath(value, standpoint) : value) + place)
  }
  return Object.keys(fields).length === 0 ? '' : cleanLine(JSON.stringify(fields))
}

/** A text of several lines on one, with each line break to be seen: two commands never look like one. */
export function oneLine(text: string): string {
  return cleanLine(
    cleanText(text)
      .trim()
      .replace(/\s*\n\s*/gu, ' ⏎ '),
  )
}

/** The whole input, for an approval: each field on its lines, and nothing taken out. */
export function callInFull(input: unknown): string {
  if (!isRecord(input)) return showHidden(JSON.stringify(input) ?? '')
  return Object.entries(input)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${showHidden(name)}: ${showHidden(text ?? '')}`
    })
    .join('\n')
}

/** The fields that say what a call is about, by tool; the first that is there counts. */
const subjects: ReadonlyMap<string, readonly string[]> = new Map([
  ['bash', ['command']],
  ['read', ['path']],
  ['write', ['path']],
  ['edit', ['path']],
  ['ls', ['path']],
  ['grep', ['pattern']],
  ['find', ['pattern']],
  ['activate_skill', ['name']],
  ['search_skills', ['query']],
])

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
