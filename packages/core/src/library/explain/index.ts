import { expandPath } from '../../discovery/index.ts'
import { normaliseName } from '../../names.ts'
import type { Loaded } from '../load.ts'
import { lookUp } from '../look-up.ts'
import type { Entry, Explanation, LibraryOptions } from '../types.ts'
import { explainEntry } from './entry.ts'
import { explainMissingName } from './missing-name.ts'
import { explainPath } from './path.ts'

/**
 * Why a name or path is, or is not, callable: the steps that loading took, each with its outcome,
 * and what to do. What is in no snapshot is looked for on the disk, which is read and never changed.
 */
export function explain(query: string, loaded: Loaded, options: LibraryOptions): Explanation {
  const typed = query.trim()
  const found = lookUp(loaded.snapshot, typed)
  if (found.entry !== undefined) return ofEntry(query, found.entry, loaded)
  if (!looksLikePath(typed)) {
    return { query, callable: false, steps: explainMissingName(typed, loaded, options) }
  }
  const path = expandPath(typed, options.cwd, options.home)
  const known = lookUp(loaded.snapshot, path).entry
  if (known !== undefined) return ofEntry(query, known, loaded)
  return ofPath(query, path, loaded, options)
}

function ofPath(query: string, path: string, loaded: Loaded, options: LibraryOptions): Explanation {
  const explained = explainPath(path, loaded, options)
  if (explained.entry === undefined) return { query, callable: false, steps: explained.steps }
  const { steps, ...rest } = ofEntry(query, explained.entry, loaded)
  return { ...rest, steps: [...explained.steps, ...steps] }
}

function ofEntry(query: string, entry: Entry, loaded: Loaded): Explanation {
  const { skill, state } = entry
  const onSomeRoute = skill !== undefined && (skill.modelInvocable || skill.userInvocable)
  const typed = normaliseName(query.trim()).replace(/^\//, '')
  const qualified = state === 'shadowed' && typed === normaliseName(entry.callableAs)
  return {
    query,
    callable: onSomeRoute && (state === 'loaded' || qualified),
    state,
    steps: explainEntry(entry, loaded),
  }
}

/** Names of skills hold slashes now and then, so this is asked only when no name fits. */
function looksLikePath(typed: string): boolean {
  return /[\\/]/.test(typed.replace(/^\//, '')) || /^(?:~|\.{1,2})$|\.md$/i.test(typed)
}
