import type { SkillDetails, SkillEntry } from '@skillet/server/contract'
import type { ReactNode } from 'react'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Path } from '../../paths/index.ts'

/** What a skill says about itself, and what Skillet makes of it. */
export function About({ details }: { readonly details: SkillDetails }) {
  const { skills } = useSentences()
  const { list } = useFormat()
  const { entry, license, compatibility, metadata, allowedTools, hooks, extra } = details
  const lineOf = (texts: readonly string[]) => list(texts.map(showHiddenLine))
  const written = Object.entries(hooks).flatMap(([when, text]) =>
    text === undefined ? [] : [[when as keyof typeof skills.hook, text] as const],
  )
  return (
    <div className="flex max-w-reading flex-col gap-4">
      <p className="text-reading whitespace-pre-wrap">
        {entry.description === '' ? skills.noDescription : showHidden(entry.description)}
      </p>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-2 medium:grid-cols-[max-content_minmax(0,1fr)]">
        <Fact term={skills.callAs}>
          <code className="font-mono">/{showHiddenLine(entry.callableAs)}</code>
        </Fact>
        <Fact term={skills.whoCalls}>{skills.calls[whoCalls(entry)]}</Fact>
        <Fact term={skills.source}>{skills.sourceOf(skills.scope[entry.scope], entry.client)}</Fact>
        <Fact term={skills.file}>
          <Path path={entry.path} />
        </Fact>
        {entry.argumentHint !== undefined && (
          <Fact term={skills.argumentHint}>
            <code className="font-mono">{showHiddenLine(entry.argumentHint)}</code>
          </Fact>
        )}
        {entry.arguments.length > 0 && (
          <Fact term={skills.arguments}>
            <Pairs
              pairs={entry.arguments.map(({ name, description = '' }) => [name, description])}
            />
          </Fact>
        )}
        <Fact term={skills.tools}>
          {entry.tools.length === 0 ? skills.allTools : skills.limitedTo(lineOf(entry.tools))}
        </Fact>
        {allowedTools.length > 0 && <Fact term={skills.allowedTools}>{lineOf(allowedTools)}</Fact>}
        {entry.model !== undefined && (
          <Fact term={skills.model}>{showHiddenLine(entry.model)}</Fact>
        )}
        {written.length > 0 && (
          <Fact term={skills.hooks}>
            <Pairs pairs={written.map(([when, text]) => [skills.hook[when], text])} />
          </Fact>
        )}
        {license !== undefined && <Fact term={skills.license}>{showHiddenLine(license)}</Fact>}
        {compatibility !== undefined && (
          <Fact term={skills.compatibility}>{showHiddenLine(compatibility)}</Fact>
        )}
        {Object.keys(metadata).length > 0 && (
          <Fact term={skills.metadata}>
            <Pairs pairs={Object.entries(metadata)} />
          </Fact>
        )}
        {Object.keys(extra).length > 0 && (
          <Fact term={skills.extra}>
            <Pairs
              pairs={Object.entries(extra).map(([name, value]) => [name, JSON.stringify(value)])}
            />
          </Fact>
        )}
      </dl>
    </div>
  )
}

function whoCalls({ userInvocable, modelInvocable }: SkillEntry) {
  if (userInvocable && modelInvocable) return 'both'
  if (userInvocable) return 'user'
  return modelInvocable ? 'model' : 'nobody'
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-text2">{term}</dt>
      <dd className="min-w-0 pb-1">{children}</dd>
    </div>
  )
}

type Pair = readonly [name: string, text: string]

function Pairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {pairs.map(([name, text]) => (
        <li key={name}>
          <span className="font-mono">{showHiddenLine(name)}</span>{' '}
          <span className="whitespace-pre-wrap text-text2">{showHidden(text)}</span>
        </li>
      ))}
    </ul>
  )
}
