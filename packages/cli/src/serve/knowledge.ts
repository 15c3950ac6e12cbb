import type { Knowledge } from '@skillet/agent'

/**
 * The knowledge that the settings name at this moment.
 *
 * @param open opens what is named now; undefined: nothing is
 * @param fingerprint of what the settings name
 */
export function currentKnowledge(
  open: () => Promise<Knowledge | undefined>,
  fingerprint: () => string,
): Knowledge {
  let opened:
    | { readonly of: string; readonly knowledge: Promise<Knowledge | undefined> }
    | undefined
  let last: Knowledge | undefined
  return {
    autoInject: true,
    async search(query, options) {
      const of = fingerprint()
      if (opened?.of !== of) opened = { of, knowledge: open() }
      last = await opened.knowledge
      return last?.search(query, options) ?? []
    },
    problems: () => last?.problems() ?? [],
  }
}
