import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useWidth } from '../frame/index.ts'
import { useSentences } from '../language/index.ts'
import { Banner, classes } from '../parts/index.ts'
import { matching } from '../skills-view/index.ts'
import { usePage } from '../state/index.ts'
import { WindowedList } from '../windowed/index.ts'
import { Details } from './details/index.ts'
import { NoMatch, NoSkills } from './empty.tsx'
import { Row } from './row.tsx'
import { Toolbar } from './toolbar.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { useView } from './use-view.ts'

/** Every skill in every state, and everything about the one that was chosen. */
export function SkillsPage() {
  const { skills } = useSentences()
  const { view, change, addressWith } = useView()
  const narrow = useWidth() === 'narrow'
  const entries = usePage((page) => page.skills?.entries) ?? none
  const isKnown = usePage((page) => page.skills !== undefined)
  const names = useCatalogue(view.catalogue)
  const text = useDeferredValue(view.text)
  const shown = useMemo(
    () => matching(entries, { states: view.states, text }, names),
    [entries, view.states, text, names],
  )
  const list = !(narrow && view.skill !== undefined)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ReadProblem />
      <div className="flex min-h-0 flex-1">
        {list && (
          <div
            className={classes(
              'flex min-h-0 min-w-0 flex-col border-line medium:border-r',
              narrow ? 'flex-1' : 'w-80 max-w-1/2 shrink-0 wide:w-110',
            )}
          >
            <Toolbar entries={entries} shown={shown.length} view={view} onChange={change} />
            {isKnown && entries.length === 0 && <NoSkills />}
            {entries.length > 0 && shown.length === 0 && <NoMatch />}
            {shown.length > 0 && (
              <WindowedList
                items={shown}
                label={skills.list}
                keyOf={({ path }) => path}
                current={view.skill}
                row={(entry, tabIndex) => (
                  <Row
                    entry={entry}
                    to={addressWith({ skill: entry.path })}
                    current={entry.path === view.skill}
                    tabIndex={tabIndex}
                  />
                )}
              />
            )}
          </div>
        )}
        {view.skill === undefined ? (
          !narrow && <p className="flex-1 p-6 text-text2">{skills.choose}</p>
        ) : (
          <OpenDetails
            key={view.skill}
            path={view.skill}
            tab={view.tab}
            onTab={(tab) => change({ tab })}
            back={narrow ? addressWith({ skill: undefined }) : undefined}
          />
        )}
      </div>
    </div>
  )
}

const none = [] as const

/** On a narrow page the details are a page of their own, so focus goes there. */
function OpenDetails(props: Parameters<typeof Details>[0]) {
  const box = useRef<HTMLDivElement>(null)
  const { back } = props
  const isOwnPage = back !== undefined
  useEffect(() => {
    if (isOwnPage) box.current?.focus()
  }, [isOwnPage])
  return (
    <div ref={box} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
      <Details {...props} />
    </div>
  )
}

/** The list could not be read anew: the last good one stays, and the banner says why. */
function ReadProblem() {
  const { skills } = useSentences()
  const problem = usePage(({ skillsProblem }) => skillsProblem)
  const diagnostics = usePage((page) => page.skills?.diagnostics) ?? none
  const [first] = diagnostics.filter(({ severity }) => severity === 'error')
  if (problem !== undefined)
    return <Banner tone="danger">{skills.readFailed(problem.message)}</Banner>
  if (first === undefined) return null
  return (
    <Banner tone="danger">
      {first.message} <span className="font-mono">{first.file}</span> {first.hint}
    </Banner>
  )
}
