import type { SkillDetails } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { asProblem, type Problem, readSkill } from '../../api/index.ts'
import { usePage } from '../../state/index.ts'

/** What is known of the skill whose details are open. */
export interface KnownDetails {
  readonly details?: SkillDetails
  readonly problem?: Problem
}

/** Reads a skill, and reads it again when its file was saved. The last good one stays meanwhile. */
export function useDetails(path: string): KnownDetails {
  const entry = usePage(({ skills }) => skills?.entries.find((one) => one.path === path))
  const isThere = usePage(({ skills }) => skills !== undefined)
  // A new start, or trust, can change what is said about a skill and leave its entry as it is.
  const session = usePage((page) => page.session)
  const [known, setKnown] = useState<KnownDetails>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry or session is the reason
  useEffect(() => {
    if (!isThere) return
    const reading = new AbortController()
    readSkill(path, reading.signal).then(
      (details) => setKnown({ details }),
      (thrown) => {
        if (reading.signal.aborted) return
        const problem = asProblem(thrown)
        setKnown((now) =>
          problem.code === 'not-found' || now.details === undefined
            ? { problem }
            : { ...now, problem },
        )
      },
    )
    return () => reading.abort()
  }, [path, entry, session, isThere])
  return known
}
