import type { EngineEvent } from '@skillet/agent'
import { shellWord } from '../screen/shell-word.ts'

/**
 * What helps where a call was not run since nobody could be asked: flags, or, where they are given
 * already, a terminal.
 */
export type RefusalRemedies = 'flags' | 'terminal'

/** Collects the calls that nobody was there to approve, and says once how to allow such calls. */
export interface Refusals {
  add(event: Extract<EngineEvent, { type: 'tool-denied' }>): void
  /** What happened, then each way out, on lines of their own. Empty where nothing was refused. */
  remedies(): readonly string[]
}

export function createRefusals(remedies: RefusalRemedies): Refusals {
  const rules = new Set<string>()
  let refused = 0
  let withoutRule = 0
  return {
    add({ unattended, rule }) {
      if (!unattended) return
      refused += 1
      if (rule === undefined || rule === '') withoutRule += 1
      else rules.add(rule)
    },
    remedies() {
      if (refused === 0) return []
      const calls = refused === 1 ? 'A call was' : `${refused} calls were`
      const title = `${calls} not run, since nobody is here to ask.`
      if (remedies === 'terminal') return [title, 'A person must agree: run it on a terminal.']
      const flags = [...rules].map((rule) => `--allow ${shellWord(rule)}`)
      return [
        `${title} To allow:`,
        ...flags,
        ...(withoutRule > 0 || rules.size > 0
          ? ['--yes for every call that a flag can allow']
          : []),
      ]
    },
  }
}
