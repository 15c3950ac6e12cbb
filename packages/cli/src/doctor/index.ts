import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { checkKnowledge } from './knowledge.ts'
import { checkModels } from './models.ts'
import { checkNode } from './node.ts'
import { checkSandbox } from './sandbox.ts'
import { checkSettings, checkTrust } from './settings.ts'
import { checkSkills } from './skills.ts'
import { checkStore } from './store.ts'
import { checkTools } from './tools.ts'
import type { Check } from './types.ts'

export type { Check, CheckStatus } from './types.ts'

/** Everything that has to be right for Skillet to work here, in the order a person would look. */
export async function runChecks(context: Context, workspace: Workspace): Promise<readonly Check[]> {
  return [
    checkNode(context),
    ...(await checkModels(context, workspace)),
    ...checkSkills(workspace),
    ...checkSettings(workspace),
    ...checkTrust(workspace),
    ...(await checkKnowledge(context, workspace)),
    ...(await checkStore(workspace)),
    ...(await checkTools(context)),
    await checkSandbox(context, workspace),
  ]
}
