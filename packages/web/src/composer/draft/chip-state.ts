import { isOffered } from '@skillet/core/menu'
import type { SkillEntry } from '@skillet/server/contract'
import type { Chip } from './types.ts'

/** How a chip stands with the skills as they are now. */
export type ChipState =
  | { readonly kind: 'ready'; readonly entry: SkillEntry }
  | { readonly kind: 'changed'; readonly entry: SkillEntry }
  /** It can be called no longer. Without an entry its file is not there any more. */
  | { readonly kind: 'gone'; readonly entry: SkillEntry | undefined }
  /** The skills are not read yet. */
  | { readonly kind: 'unknown' }

export function chipState(chip: Chip, entries: readonly SkillEntry[] | undefined): ChipState {
  if (entries === undefined) return { kind: 'unknown' }
  const entry = entries.find(({ path }) => path === chip.path)
  if (entry === undefined || !isOffered(entry)) return { kind: 'gone', entry }
  return { kind: chip.changed ? 'changed' : 'ready', entry }
}
