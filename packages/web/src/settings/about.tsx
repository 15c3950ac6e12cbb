import type { SettingsPage } from '@skillet/server/contract'
import type { ReactNode } from 'react'
import { useSentences } from '../language/index.ts'
import { Path } from '../paths/index.ts'
import { usePage } from '../state/index.ts'

/** Which Skillet this is, where it works, and which files it reads. */
export function About({ settings }: { readonly settings: SettingsPage }) {
  const { settings: words } = useSentences()
  const session = usePage((page) => page.session)
  const facts: readonly (readonly [term: string, fact: ReactNode])[] = [
    [words.version, session?.skillet],
    [words.folder, session && <Path key="folder" path={session.workspace} />],
    [words.sandbox, session?.sandbox.detail],
    [words.userFile, <Path key="user" path={settings.userFile} />],
    [words.projectFile, <Path key="project" path={settings.projectFile} />],
  ]
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-2 medium:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(([term, fact]) => (
        <div key={term} className="contents">
          <dt className="text-text2">{term}</dt>
          <dd className="min-w-0">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
