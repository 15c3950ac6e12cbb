import type { Sentences } from '@skillet/language'
import type { Approval } from '@skillet/server/contract'
import { inputInFull, type Places, shortPath } from '../calls/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'

/** What would happen, as one sentence of verb and object. */
export function questionSentence(
  { tool, access, openings = [] }: Approval,
  { approval: say }: Pick<Sentences, 'approval'>,
  places: Places,
): string {
  switch (access.kind) {
    case 'run':
      if (openings.length === 0) return say.run
      return say.runAgain[
        openings.length > 1 ? 'both' : openings[0] === 'home' ? 'home' : 'network'
      ]
    case 'write':
      return (tool === 'edit' ? say.edit : say.write)(pathsOf(access.paths, places))
    case 'read': {
      const paths = pathsOf(access.paths, places)
      if (tool === 'ls') return say.list(paths)
      return (tool === 'grep' || tool === 'find' ? say.search : say.read)(paths)
    }
    case 'skill':
      return say.loadSkill(showHiddenLine(access.name))
    case 'none':
      if (tool === 'allowed-tools') return say.allowedTools
      return tool === 'model' ? say.otherModel : say.otherTool(showHiddenLine(tool))
  }
}

/** What is said to those who do not see the card: "Skillet asks to edit fence.ts. Ctrl+J to look". */
export function alertSentence(
  { tool, access }: Approval,
  { approval: { asks } }: Pick<Sentences, 'approval'>,
  places: Places,
  keys: string,
): string {
  switch (access.kind) {
    case 'run':
      return asks.run(keys)
    case 'write':
      return (tool === 'edit' ? asks.edit : asks.write)(pathsOf(access.paths, places), keys)
    case 'read':
      return asks.read(pathsOf(access.paths, places), keys)
    case 'skill':
    case 'none':
      return asks.other(keys)
  }
}

/** Where a call runs: a command's own folder, else the workspace. */
export function folderOf({ access, workspace }: Approval): string {
  return showHiddenLine(access.kind === 'run' ? access.cwd : workspace)
}

/** The whole of what is agreed to, as it came. */
export type Whole =
  | { readonly kind: 'diff'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'input'; readonly text: string }

export function wholeOf({ tool, access, diff, input }: Approval): Whole {
  if (diff !== undefined && diff !== '') return { kind: 'diff', text: diff }
  if (access.kind === 'run') return { kind: 'command', text: access.command }
  const patterns = tool === 'allowed-tools' ? patternsIn(input) : undefined
  return { kind: 'input', text: patterns?.join('\n') ?? inputInFull(input) }
}

/** What a person may answer. Two questions are about no call: rights of a skill, and another model. */
export type Choices = 'call' | 'rights' | 'plain'

export function choicesOf({ tool, access }: Approval): Choices {
  if (access.kind !== 'none') return 'call'
  if (tool === 'allowed-tools') return 'rights'
  return tool === 'model' ? 'plain' : 'call'
}

function pathsOf(paths: readonly string[], places: Places): string {
  return paths.map((path) => showHiddenLine(shortPath(path, places))).join(', ')
}

function patternsIn(input: unknown): readonly string[] | undefined {
  if (typeof input !== 'object' || input === null || !('patterns' in input)) return undefined
  const { patterns } = input
  return Array.isArray(patterns) ? patterns.map((pattern) => String(pattern)) : undefined
}
