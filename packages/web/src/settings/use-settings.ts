import type { SettingsPage } from '@skillet/server/contract'
import { useCallback, useEffect, useState } from 'react'
import { asProblem, type Problem, readSettings } from '../api/index.ts'
import { usePage } from '../state/index.ts'

export interface KnownSettings {
  readonly settings?: SettingsPage
  readonly problem?: Problem
  /** Resolves once the page shows what is stored now. */
  readonly reload: () => Promise<void>
}

/** The settings as they are, read again whenever anybody changed them. */
export function useSettings(): KnownSettings {
  const session = usePage((page) => page.session)
  const [known, setKnown] = useState<Omit<KnownSettings, 'reload'>>({})
  const reload = useCallback(async () => {
    try {
      setKnown({ settings: await readSettings() })
    } catch (thrown) {
      setKnown((now) => ({ ...now, problem: asProblem(thrown) }))
    }
  }, [])
  useEffect(() => {
    if (session !== undefined) void reload()
  }, [session, reload])
  return { ...known, reload }
}
