export { activatedEvent } from './activated-event.ts'
export { type ActiveSkill, activeSkills, withActivation } from './active-skills.ts'
export { catalogueFor, catalogueNotices, type SkillOffer } from './catalogue-choice.ts'
export { overrideAgreed, overrideConsent } from './consent.ts'
export { activatePicked, instructionLimit } from './hand-over.ts'
export { type Asked, askedFor } from './invocation.ts'
export { settleActivation } from './model-route.ts'
export { type PreApproval, preApprovals } from './pre-approval.ts'
export {
  editedNotices,
  type HandedOver,
  handedOver,
  isChangedOnDisk,
  mayBeCalled,
  pickedAgain,
  repeatNotices,
} from './repeat.ts'
export { poolOf, toolPool } from './tool-pool.ts'
export { deniedSkill, loadableSkill, visibleSkills } from './visibility.ts'
