import { showHiddenLine } from '../hidden-codes/index.ts'

/** Absolute folders that are shown shortened. */
export interface Places {
  readonly workspace: string
  readonly home: string
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

/** Longer ones are cut for the eye; the card has the whole. */
const longest = 300

/** What a call is about, on one line, with nothing hidden: the command, the file, the pattern. */
export function callSubject(tool: string, input: unknown, places: Places): string {
  if (!isRecord(input)) return ''
  const key = subjects.get(tool)?.find((name) => typeof input[name] === 'string')
  if (key === undefined) return Object.keys(input).length === 0 ? '' : cut(JSON.stringify(input))
  const value = String(input[key])
  const folder = tool === 'grep' || tool === 'find' ? input['path'] : undefined
  const shown = key === 'path' ? shortPath(value, places) : value.trim()
  return typeof folder === 'string' ? cut(`${shown} in ${shortPath(folder, places)}`) : cut(shown)
}

/** A path from the workspace where it lies inside, else from home, else whole. */
export function shortPath(path: string, { workspace, home }: Places): string {
  if (path === workspace) return '.'
  if (workspace !== '' && path.startsWith(`${workspace}/`)) return path.slice(workspace.length + 1)
  if (home !== '' && path.startsWith(`${home}/`)) return `~/${path.slice(home.length + 1)}`
  return path
}

function cut(text: string): string {
  const shown = showHiddenLine(text)
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
}

/** The whole input of a call, each field on its lines. */
export function inputInFull(input: unknown): string {
  if (!isRecord(input)) return JSON.stringify(input, null, 2) ?? ''
  return Object.entries(input)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
    )
    .join('\n')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
