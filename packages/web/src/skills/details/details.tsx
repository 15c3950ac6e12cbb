import { Tabs } from '@base-ui/react/tabs'
import type { SkillDetails } from '@skillet/server/contract'
import { Link } from 'wouter'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { Icon, Notice, Prose, Spinner } from '../../parts/index.ts'
import { StateMark } from '../state-mark.tsx'
import { About } from './about.tsx'
import { Actions } from './actions.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { Files } from './files.tsx'
import { Instructions } from './instructions.tsx'
import { useDetails } from './use-details.ts'
import { Why } from './why.tsx'

export interface DetailsProps {
  readonly path: string
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  /** Where Back leads, on a page of its own. */
  readonly back: string | undefined
}

/** Everything about one skill. Its text is shown here, never obeyed. */
export function Details({ path, tab, onTab, back }: DetailsProps) {
  const { skills, parts } = useSentences()
  const { details, problem } = useDetails(path)
  return (
    <section
      aria-label={skills.detailsOf(details?.entry.name ?? path)}
      className="flex min-h-0 flex-1 flex-col"
    >
      {back !== undefined && (
        <Link
          href={back}
          className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 text-accent"
        >
          <Icon name="back" />
          {parts.back}
        </Link>
      )}
      {problem !== undefined && (
        <Notice tone="danger" className="p-4">
          <strong className="block font-semibold">
            {problem.code === 'not-found' ? skills.gone : problem.message}
          </strong>
          {problem.code === 'not-found' ? skills.goneHelp : problem.hint}
        </Notice>
      )}
      {details === undefined && problem === undefined && (
        <p role="status" className="flex items-center gap-2 p-4 text-text2">
          <Spinner />
          {skills.reading}
        </p>
      )}
      {details !== undefined && <Known details={details} tab={tab} onTab={onTab} />}
    </section>
  )
}

interface KnownProps extends Pick<DetailsProps, 'tab' | 'onTab'> {
  readonly details: SkillDetails
}

function Known({ details, tab, onTab }: KnownProps) {
  const { skills } = useSentences()
  const { entry } = details
  return (
    <>
      <header className="flex shrink-0 flex-col gap-2 px-4 pt-4 pb-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-title font-semibold">{showHiddenLine(entry.name)}</h2>
          <StateMark state={entry.state} />
        </div>
        <p className="text-text2">
          <Prose of={{ message: entry.reason, hint: entry.remedy }} />
        </p>
        <Actions entry={entry} />
      </header>
      <Tabs.Root
        value={tabs.find((one) => one === tab) ?? 'about'}
        onValueChange={(now) => onTab(String(now))}
        className="flex min-h-0 flex-1 flex-col"
      >
        <Tabs.List
          activateOnFocus
          className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3"
        >
          {tabs.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              className="-mb-px flex min-h-8 shrink-0 items-center gap-1 border-b-2 border-transparent px-2 text-text2 -outline-offset-2 hover:text-text aria-selected:border-accent aria-selected:font-semibold aria-selected:text-text coarse:min-h-11"
            >
              {skills.tabs[one]}
              {one === 'diagnostics' && details.diagnostics.length > 0 && (
                <span className="tabular-nums">{details.diagnostics.length}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel
            key={one}
            value={one}
            className="min-h-0 flex-1 overflow-y-auto p-4 -outline-offset-2"
          >
            <Panel tab={one} details={details} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </>
  )
}

const tabs = ['about', 'instructions', 'files', 'why', 'diagnostics'] as const

function Panel({ tab, details }: { tab: (typeof tabs)[number]; details: SkillDetails }) {
  switch (tab) {
    case 'about':
      return <About details={details} />
    case 'instructions':
      return <Instructions details={details} />
    case 'files':
      return <Files details={details} />
    case 'why':
      return <Why steps={details.why} />
    case 'diagnostics':
      return <Diagnostics findings={details.diagnostics} />
  }
}
