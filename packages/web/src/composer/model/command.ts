import { commandIn, type WrittenCommand } from '@skillet/core/menu'
import type { Content } from '../draft/index.ts'

/** A chat command that is the whole content. Beside a chip the text is for the skill. */
export function commandOf({
  text,
  chip,
}: Pick<Content, 'text' | 'chip'>): WrittenCommand | undefined {
  return chip === undefined ? commandIn(text) : undefined
}
