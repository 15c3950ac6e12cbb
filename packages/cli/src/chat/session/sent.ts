import { noMenu } from '@skillet/core/menu'
import { cleanLine, cleanText } from '../../screen/clean.ts'
import { type Draft, emptyComposer, isEmpty, type Outgoing } from '../composer/index.ts'
import type { Block, UserBlock } from '../state/blocks.ts'
import type { ChatState } from '../state/types.ts'
import { argumentWords } from './stored.ts'

/** What was sent, as it stands on the screen. */
export function userBlock({ chip }: Draft, { text, arguments: given }: Outgoing): UserBlock {
  return {
    kind: 'user',
    text: cleanText(text),
    ...(chip === undefined ? {} : { skill: cleanLine(chip.callableAs) }),
    ...(given === undefined ? {} : { arguments: argumentWords(given) }),
  }
}

/** Nothing was sent: the message leaves the screen and is a draft again, unless another one is begun. */
export function unsent(state: ChatState, block: Block, draft: Draft): ChatState {
  const blocks = state.blocks.filter((one) => one !== block)
  const { sending: _, ...rest } = state
  const next = { ...rest, blocks }
  return isEmpty(state.composer.draft)
    ? {
        ...next,
        composer: { ...emptyComposer, draft },
        menu: noMenu,
      }
    : { ...next, queue: [draft, ...state.queue] }
}
