import { type Session, skillStates } from '@skillet/server/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormat, useSentences } from '../language/index.ts'
import { Button, CopyButton, Notice } from '../parts/index.ts'
import { Path } from '../paths/index.ts'
import { StateMark, TrustDialog } from '../skills/index.ts'
import { viewAddress } from '../skills-view/index.ts'
import { usePage } from '../state/index.ts'
import { Block } from './block.tsx'

const makeCommand = 'skillet run skill-creator my-skill'

/** How many skills of each state and where from, and trust where something waits for it. */
export function SkillsBlock({ session }: { readonly session: Session }) {
  const { firstRun, settings } = useSentences()
  const { number } = useFormat()
  const roots = usePage((page) => page.skills?.roots)?.filter(({ exists }) => exists) ?? []
  const [trusting, setTrusting] = useState(false)
  const { skills, trust } = session
  const known = skillStates.filter((state) => (skills[state] ?? 0) > 0)
  return (
    <Block title={firstRun.skills}>
      {known.length === 0 && <p className="text-text2">{firstRun.noSkills}</p>}
      {known.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {known.map((state) => (
            <li key={state}>
              <Link
                href={viewAddress({ states: [state], text: '' })}
                className="inline-flex min-h-6 items-center gap-1 underline coarse:min-h-11"
              >
                <StateMark state={state} />
                <span className="tabular-nums">{number(skills[state] ?? 0)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {roots.length > 0 && (
        <div>
          <p className="text-text2">{firstRun.from}</p>
          <ul>
            {roots.map(({ path }) => (
              <li key={path} className="flex min-w-0">
                <Path path={path} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {trust === undefined ? (
        <p className="flex flex-wrap items-center gap-2">
          {firstRun.makeOne}
          <code className="rounded-badge bg-sunken px-1 font-mono">{makeCommand}</code>
          <CopyButton text={makeCommand} />
        </p>
      ) : (
        <Notice
          tone="warning"
          icon="untrusted"
          action={
            <Button icon="trust" onClick={() => setTrusting(true)}>
              {firstRun.lookAtTrust}
            </Button>
          }
        >
          {settings.waitForTrust(trust.skills)}
        </Notice>
      )}
      <TrustDialog open={trusting} onOpenChange={setTrusting} />
    </Block>
  )
}
