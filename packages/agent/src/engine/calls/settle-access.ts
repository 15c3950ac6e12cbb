import { isAbsolute, resolve } from 'node:path'
import { realPathOf } from '../../tools/index.ts'
import type { Access } from '../../tools/types.ts'

/**
 * What a call would touch, as it is decided on: absolute, links resolved, with the names that were
 * given beside it. The built-in tools say it like this already; a program's own need not.
 */
export function settleAccess(access: Access, workspace: string): Access {
  switch (access.kind) {
    case 'read':
    case 'write': {
      const given = access.paths.map((path) => whole(path, workspace))
      const paths = given.map(realPathOf)
      if (access.paths.every((path, at) => path === paths[at])) return access
      const named = access.named ?? given.map((path) => resolve(path))
      return { kind: access.kind, paths, named }
    }
    case 'run':
      return isAbsolute(access.cwd) ? access : { ...access, cwd: resolve(workspace, access.cwd) }
    case 'skill':
    case 'none':
      return access
  }
}

/** Not tidied: behind a link, `..` leads to another folder than it seems to. */
function whole(path: string, workspace: string): string {
  return isAbsolute(path) ? path : `${workspace}/${path}`
}
