import { describeTrust, type TrustDescription } from '@skillet/core'
import type { Workspace } from './open.ts'

/** Everything that the trust functions of `@skillet/core` need to know about this folder. */
export function trustSubject({ library, root, settings, trustStore }: Workspace) {
  return { snapshot: library.snapshot, root, store: trustStore, settings }
}

/** What this repository brings along, and what of it waits for a decision. */
export function readDescription(workspace: Workspace): TrustDescription {
  return describeTrust(trustSubject(workspace))
}

/** Whether the person has agreed to skills of this repository, or calls the folder their own. */
export function trustsProject({ answer, skills }: TrustDescription): boolean {
  if (answer === 'mine') return true
  return answer === 'until-changed' && skills.some(({ change }) => change !== 'new')
}
