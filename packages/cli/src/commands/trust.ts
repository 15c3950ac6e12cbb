import { type TrustDescription, trustProject } from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { isChildOfEngine, refuseChild } from '../library/child.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { readDescription, trustSubject } from '../library/trust.ts'
import { renderTrust } from '../library/trust-view.ts'
import { cleanLine } from '../screen/clean.ts'
import { sayError } from '../screen/notice.ts'
import { counted } from '../screen/numbers.ts'
import { wholePath } from '../screen/paths.ts'

export interface TrustFlags extends LibraryFlags {
  readonly yes?: boolean
}

type Answer = 'until-changed' | 'mine' | 'no'

/** `skillet trust`: shows what a repository brings along, then asks. Runs nothing of it. */
export async function trust(context: Context, flags: TrustFlags): Promise<ExitCode> {
  const { stdout, stderr, interactive } = context.terminal
  if (isChildOfEngine(context)) {
    refuseChild(context, 'Trust')
    return exitCodes.refused
  }
  const workspace = await openWorkspace(context, { ...flags, trust: false })
  const description = readDescription(workspace)
  if (isEmpty(description)) {
    stdout.write('There is nothing to trust here: this folder brings no skills and no settings.\n')
    return exitCodes.done
  }
  stdout.write(renderTrust(description, stdout, workspace.standpoint))
  if (!description.pending && description.answer !== 'distrust') {
    stdout.write(`\n${standing(description)}\n`)
    return exitCodes.done
  }
  if (!flags.yes && !interactive) {
    sayError(
      stderr,
      'Nothing was decided, since nobody can be asked here.',
      'To trust this as it is now: skillet trust --yes',
    )
    return exitCodes.refused
  }
  const answer = flags.yes ? 'until-changed' : await ask(context)
  if (answer === undefined) {
    stderr.write('Stopped. Nothing was decided.\n')
    return exitCodes.interrupted
  }
  if (answer === 'no') {
    stderr.write('Nothing is trusted. Its skills stay listed and cannot be called.\n')
    return exitCodes.done
  }
  return store(context, workspace, description, answer)
}

function ask({ questions }: Context): Promise<Answer | undefined> {
  return questions.choice<Answer>('Trust these skills?', [
    { value: 'no', label: 'No', hint: 'nothing changes' },
    {
      value: 'until-changed',
      label: 'Until they change',
      hint: 'a changed or new skill asks again',
    },
    { value: 'mine', label: 'This folder is mine', hint: 'changes included' },
  ])
}

/** The answer holds for exactly what was shown; files that changed meanwhile are shown again. */
async function store(
  context: Context,
  workspace: Workspace,
  description: TrustDescription,
  answer: 'until-changed' | 'mine',
): Promise<ExitCode> {
  const { stderr } = context.terminal
  const result = await trustProject({
    ...trustSubject(workspace),
    answer,
    shown: description.digest,
  })
  if (result.kind === 'changed') {
    sayError(
      stderr,
      'Files changed while you were deciding, so nothing is trusted.',
      'Look again: skillet trust',
    )
    return exitCodes.failed
  }
  const root = cleanLine(wholePath(description.root, workspace.standpoint))
  const how = answer === 'mine' ? 'changes included' : 'until they change'
  stderr.write(
    `\n${stderr.style.green('✓')} ${counted(description.skills.length, 'skill')} of ${root} trusted, ${how}.\n`,
  )
  return exitCodes.done
}

function isEmpty({ skills, settings }: TrustDescription): boolean {
  return skills.length === 0 && settings === undefined
}

function standing({ answer }: TrustDescription): string {
  return answer === 'mine'
    ? 'You said that this folder is yours, so all of it is trusted. To change that: skillet untrust'
    : 'You trusted all of this already, and nothing changed since. To change that: skillet untrust'
}
