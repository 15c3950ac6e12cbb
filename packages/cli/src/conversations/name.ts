import type { Conversation } from '@skillet/agent'
import { cleanLine } from '../screen/clean.ts'

/** A conversation as a person knows it. */
export function nameOf(conversation: Conversation | undefined): string {
  return cleanLine(conversation?.title ?? '') || '(no title)'
}
