import { existsSync } from 'node:fs'
import type { Workspace } from '../library/open.ts'
import { readDescription } from '../library/trust.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath, wholePath } from '../screen/paths.ts'
import type { Check } from './types.ts'

export function checkSettings({ settings, standpoint }: Workspace): readonly Check[] {
  const files = [
    { name: 'your settings', file: settings.userFile },
    { name: "project's settings", file: settings.projectFile },
  ]
  return files.flatMap(({ name, file }): readonly Check[] => {
    const subject = shortPath(file, standpoint)
    const faults = settings.diagnostics.filter((one) => one.file === file)
    if (faults.length === 0) {
      const detail = existsSync(file) ? `${name}: read` : `${name}: none`
      return [{ area: 'Settings and trust', subject, status: 'ok', detail }]
    }
    return faults.map(({ severity, message, range, hint }) => ({
      area: 'Settings and trust',
      subject: range === undefined ? subject : `${subject}:${range.start.line}`,
      status: severity === 'error' ? 'error' : 'warning',
      detail: message,
      ...(hint === undefined ? {} : { remedy: hint }),
    }))
  })
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
  const detail = `${description.answer === undefined ? 'not trusted yet' : 'changed since you trusted it'}; ${size}`
  return [
    ...broken,
    { area, subject, status: 'warning', detail, remedy: 'Look at it and decide: skillet trust' },
  ]
}
