import { basename, dirname, join } from 'node:path'
import { nearNames } from './near-names.ts'
import { listChecked, type Opened } from './open-checked.ts'
import { isWithin, realPathOf, shownPath } from './paths.ts'
import { isSkillFile } from './permitted.ts'
import type { ToolContext } from './types.ts'

/** Why a file could not be opened, as text for the model, with what to do next. */
export async function describeFailure(
  opened: Exclude<Opened, { kind: 'open' }>,
  realPath: string,
  context: ToolContext,
): Promise<string> {
  const shown = shownPath(realPath, context.workspace)
  switch (opened.kind) {
    case 'missing':
      return `${shown} does not exist.${await nearby(realPath, context)}`
    case 'folder':
      return `${shown} is a folder.${await entriesOf(realPath, context)}`
    case 'special':
      return `${shown} is a pipe, socket or device, which no tool opens.`
    case 'moved':
      return `${shown} is a link that leads nowhere, or changed while it was opened. Nothing was read.`
    case 'failed':
      return `${shown} could not be opened (${opened.code}).`
  }
}

async function nearby(realPath: string, context: ToolContext): Promise<string> {
  const folder = dirname(realPath)
  const names = await visibleNames(folder, context)
  if (names === undefined) return ''
  const near = nearNames(basename(realPath), names)
  if (near.length === 0) return ''
  const paths = near.map((name) => shownPath(join(folder, name), context.workspace))
  return ` Near names: ${paths.join(', ')}.`
}

async function entriesOf(realPath: string, context: ToolContext): Promise<string> {
  const names = await visibleNames(realPath, context)
  if (names === undefined) return ' List it with ls.'
  const few = [...names].sort().slice(0, 20)
  const more = names.length > few.length ? `, and ${names.length - few.length} more` : ''
  return few.length === 0
    ? ' It is empty.'
    : ` It holds: ${few.join(', ')}${more}. List it with ls.`
}

/** Names are told only where reading needs no approval: a question about one file opens no folder. */
async function visibleNames(folder: string, context: ToolContext): Promise<string[] | undefined> {
  const open = isWithin(folder, realPathOf(context.workspace)) || isSkillFile(folder, context)
  const entries = open ? await listChecked(folder) : undefined
  return entries?.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
}
