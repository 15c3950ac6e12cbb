import type { Sentences } from '@skillet/language'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import type { Block } from '../send/index.ts'

/** Why Send does nothing, in words. A chip that is gone says why itself. */
export function blockSentence(block: Block, words: Sentences['composer']): string {
  switch (block.why) {
    case 'connection':
      return words.blocked[block.connection]
    case 'skill-gone':
      return words.skillGone
    case 'file-uploading':
      return words.waitsForFile(showHiddenLine(block.name))
    case 'file-failed':
      return words.failedFile(showHiddenLine(block.name))
  }
}
