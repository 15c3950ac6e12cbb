import { editDistance, slipsAllowed } from '../edit-distance.ts'
import { normaliseName } from '../names.ts'
import type { Entry } from './types.ts'

const mostNames = 5
/** Names have at most 64 characters; a longer query is no slip of the finger. */
const longestQuery = 128

/** Up to five different names that may have been meant, callable ones first, then by likeness. */
export function nearNames(entries: readonly Entry[], query: string): string[] {
  const wanted = normaliseName(query).replace(/^\/?(?:skill:)?/, '')
  if (wanted === '' || wanted.length > longestQuery) return []
  return entries
    .flatMap((entry) => {
      const name = normaliseName(entry.name)
      const distance = unlikeness(wanted, name)
      const callable = entry.state === 'loaded' ? 0 : 1
      return distance === undefined ? [] : [{ entry, name, distance, callable }]
    })
    .sort((a, b) => a.callable - b.callable || a.distance - b.distance)
    .filter(({ name }, index, all) => all.findIndex((one) => one.name === name) === index)
    .slice(0, mostNames)
    .map(({ entry }) => entry.callableAs)
}

/** 0 is alike; undefined is not near. One letter in three may differ, or one text holds the other. */
function unlikeness(wanted: string, name: string): number | undefined {
  const shorter = Math.min(wanted.length, name.length)
  if (shorter >= 2) {
    if (name.startsWith(wanted)) return 1
    if (name.includes(wanted) || (wanted.includes(name) && shorter >= 3)) return 2
  }
  const limit = slipsAllowed(wanted.length)
  const distance = editDistance(wanted, name, limit)
  return distance <= limit && distance < name.length ? distance : undefined
}
