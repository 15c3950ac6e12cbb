import { skillStates } from '@skillet/server/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormat, useSentences } from '../language/index.ts'
import { Button, Notice } from '../parts/index.ts'
import { Path } from '../paths/index.ts'
import { StateMark, TrustDialog } from '../skills/index.ts'
import { viewAddress } from '../skills-view/index.ts'
import { usePage } from '../state/index.ts'

/** How many skills there are of each state, where they are looked for, and trust. */
export function SkillsSection() {
  const { settings: words, skills } = useSentences()
  const { number } = useFormat()
  const session = usePage((page) => page.session)
  const roots = usePage((page) => page.skills?.roots) ?? []
  const [trusting, setTrusting] = useState(false)
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {skillStates.map((state) => (
          <li key={state}>
            <Link
              href={viewAddress({ states: [state], text: '' })}
              className="inline-flex min-h-6 items-center gap-1 underline coarse:min-h-11"
            >
              <StateMark state={state} />
              <span className="tabular-nums">{number(session?.skills[state] ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon="trust" onClick={() => setTrusting(true)}>
          {words.lookAtTrust}
        </Button>
        {session?.trust !== undefined && (
          <Notice tone="warning" icon="untrusted">
            {words.waitForTrust(session.trust.skills)}
          </Notice>
        )}
      </div>
      <div>
        <h3 className="pb-1 font-semibold">{words.folders}</h3>
        <ul className="flex flex-col gap-1">
          {roots.map(({ path, exists }) => (
            <li key={path} className="flex min-w-0 items-center gap-2">
              <Path path={path} />
              {!exists && <span className="text-label text-text2">{skills.folderMissing}</span>}
            </li>
          ))}
        </ul>
      </div>
      <TrustDialog open={trusting} onOpenChange={setTrusting} />
    </>
  )
}
