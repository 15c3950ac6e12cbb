import type { Entry } from '@skillet/core'
import type { Context } from '../context.ts'
import { cleanLine } from '../screen/clean.ts'
import { sayError } from '../screen/notice.ts'
import type { Workspace } from './open.ts'

/** The entry of a name or path in whatever state; where there is none, near names on `stderr`. */
export function lookUp(
  { terminal }: Context,
  { library }: Pick<Workspace, 'library'>,
  name: string,
): Entry | undefined {
  const found = library.find(name)
  if (found.entry !== undefined) return found.entry
  const { stderr } = terminal
  const near = found.near.map(cleanLine)
  const hint = near.length > 0 ? `Did you mean ${orList(near)}?` : 'See what there is: skillet list'
  sayError(stderr, `There is no skill "${name}".`, hint)
  return undefined
}

function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}
