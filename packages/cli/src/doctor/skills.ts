import type { Workspace } from '../library/open.ts'
import { readDescription, trustsProject } from '../library/trust.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import { scopeWord } from '../screen/scope.ts'
import type { Check } from './types.ts'

/** Every folder that was looked at, with what was found there, and what is wrong with whom. */
export function checkSkills(workspace: Workspace): readonly Check[] {
  const { library, standpoint, root: project } = workspace
  const isOurs = trustsProject(readDescription(workspace))
  const { roots, entries, diagnostics } = library.snapshot
  const area = 'Skills'
  const places = roots.map((root): Check => {
    const found = entries.filter(({ skill, path }) =>
      skill === undefined ? isBelow(path, root.path) : skill.source.root === root.path,
    )
    const callable = found.filter(({ state }) => state === 'loaded').length
    return {
      area,
      subject: shortPath(root.path, standpoint),
      status: root.realPath === undefined || found.length === 0 ? 'note' : 'ok',
      detail:
        root.realPath === undefined
          ? 'not there'
          : `${counted(found.length, 'skill')}, ${callable} callable (${scopeWord(root.scope)}, ${root.client})`,
    }
  })
  const invalid = entries
    .filter(({ state }) => state === 'invalid')
    .map(
      (entry): Check => ({
        area,
        subject: entry.name,
        // The mistakes of a repository that nobody has trusted are not this person's to mend.
        status: entry.scope === 'project' && !isOurs ? 'note' : 'error',
        detail: `${shortPath(entry.path, standpoint)}: ${entry.reason}`,
        remedy: entry.remedy ?? `skillet why ${entry.name}`,
      }),
    )
  const wider = diagnostics
    .filter(({ code, severity }) => severity !== 'info' && !code.startsWith('settings/'))
    .map(
      ({ file, message, hint, severity }): Check => ({
        area,
        subject: shortPath(file, standpoint),
        status:
          severity !== 'error' ? 'warning' : isOurs || !isBelow(file, project) ? 'error' : 'note',
        detail: message,
        ...(hint === undefined ? {} : { remedy: hint }),
      }),
    )
  return [...places, ...invalid, ...wider]
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
