import type { Skill } from '@skillet/core'
import { parseRule } from '../../permission/index.ts'
import type { Rule } from '../../permission/types.ts'
import type { Notice } from '../turn-state.ts'
import type { Asker } from '../types.ts'

/** What may run without a question for one turn, and what its person should know about that. */
export interface PreApproval {
  readonly rules: readonly Rule[]
  readonly notices: readonly Notice[]
}

/**
 * The `allowed-tools` of a skill, for the turn in which a person picked it or agreed to the list.
 * Where a program asked for the turn there are none, whoever names the skill: the model loads what
 * a text tells it to load, and the text is the program's.
 */
export function preApprovals({ allowedTools }: Skill, askedBy: Asker): PreApproval {
  if (allowedTools.length === 0) return { rules: [], notices: [] }
  if (askedBy === 'program') return { rules: [], notices: [askedByProgram] }
  const rules = allowedTools.map((source) => parseRule(source, 'allow', 'skill'))
  return { rules, notices: [] }
}

const askedByProgram: Notice = {
  code: 'asked-by-program',
  message:
    'A program asked for this answer, so nothing that a skill pre-approves runs without a question.',
}
