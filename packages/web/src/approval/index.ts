export { Answered } from './answered.tsx'

export { commandKeys } from './command-keys.ts'
export { alertSentence } from './question.ts'
export { StepApprovals } from './step-approvals.tsx'
export { WaitingPill, WaitingProvider } from './waiting.tsx'
