import { existsSync } from 'node:fs'
import type { Workspace } from '../library/open.ts'
import { readDescription, trustsProject } from '../library/trust.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath, wholePath } from '../screen/paths.ts'
import type { Check } from './types.ts'

export function checkSettings(workspace: Workspace): readonly Check[] {
  const { settings } = workspace
  const isTrusted = workspace.projectTrusted()
  return [
    ...fileChecks(workspace, settings.userFile, 'your settings', true),
    ...fileChecks(workspace, settings.projectFile, "project's settings", isTrusted),
  ]
}

/** What is wrong in settings that do not count stops nothing, and is not this person's to mend. */
function fileChecks(
  { settings, standpoint }: Workspace,
  file: string,
  name: string,
  counts: boolean,
): readonly Check[] {
  const area = 'Settings and trust'
  const subject = shortPath(file, standpoint)
  if (!existsSync(file)) return [{ area, subject, status: 'ok', detail: `${name}: none` }]
  const faults = settings.diagnostics
    .filter((one) => one.file === file)
    .map(
      ({ severity, message, range, hint }): Check => ({
        area,
        subject: range === undefined ? subject : `${subject}:${range.start.line}`,
        status: !counts ? 'note' : severity === 'error' ? 'error' : 'warning',
        detail: message,
        ...(hint === undefined ? {} : { remedy: hint }),
      }),
    )
  if (counts && faults.length > 0) return faults
  const read: Check = counts
    ? { area, subject, status: 'ok', detail: `${name}: read` }
    : {
        area,
        subject,
        status: 'note',
        detail: `${name}: they do not count, since nobody has trusted them`,
        remedy: 'Look at them and decide: skillet trust',
      }
  return [read, ...faults]
}

export function checkTrust(workspace: Workspace): readonly Check[] {
  const description = readDescription(workspace)
  const { diagnostics } = workspace.trustStore.read()
  const broken = diagnostics.map(
    ({ message, hint }): Check => ({
      area: 'Settings and trust',
      subject: 'trust',
      status: 'error',
      detail: message,
      ...(hint === undefined ? {} : { remedy: hint }),
    }),
  )
  const subject = wholePath(description.root, workspace.standpoint)
  const area = 'Settings and trust'
  const size = counted(description.skills.length, 'project skill')
  if (description.skills.length === 0 && description.settings === undefined) {
    return [...broken, { area, subject, status: 'ok', detail: 'nothing here needs trust' }]
  }
  if (description.answer === 'distrust') {
    const remedy = 'To change that: skillet trust'
    return [
      ...broken,
      { area, subject, status: 'note', detail: `not trusted, as you said; ${size}`, remedy },
    ]
  }
  if (!description.pending) {
    const detail =
      description.answer === 'mine' ? 'yours, changes included' : 'trusted until it changes'
    return [...broken, { area, subject, status: 'ok', detail: `${detail}; ${size}` }]
  }
  const detail = `${trustsProject(description) ? 'changed since you trusted it' : 'not trusted yet'}; ${size}`
  return [
    ...broken,
    { area, subject, status: 'warning', detail, remedy: 'Look at it and decide: skillet trust' },
  ]
}
