import type { Workspace } from '../library/open.ts'
import { counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import type { Check } from './types.ts'

/** Every folder that was looked at, with what was found there, and what is wrong with whom. */
export function checkSkills({ library, standpoint }: Workspace): readonly Check[] {
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
          : `${counted(found.length, 'skill')}, ${callable} callable (${root.scope}, ${root.client})`,
    }
  })
  const invalid = entries
    .filter(({ state }) => state === 'invalid')
    .map(
      (entry): Check => ({
        area,
        subject: entry.name,
        status: 'error',
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
        status: severity === 'error' ? 'error' : 'warning',
        detail: message,
        ...(hint === undefined ? {} : { remedy: hint }),
      }),
    )
  return [...places, ...invalid, ...wider]
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
