import { commandPlace } from '@skillet/language'
import type { Approval } from '@skillet/server/contract'
import { Fragment, type ReactNode } from 'react'
import { codesIn, showHidden, showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Notice } from '../parts/index.ts'
import { folderOf, wholeOf } from './question.ts'

/** Who asks, and where it would run: Skillet's own words about a call. */
export function Facts({ request }: { readonly request: Approval }) {
  const { approval } = useSentences()
  const rows: readonly (readonly [string, ReactNode])[] = [
    [approval.askedBy, <Asker key="asker" request={request} />],
    [approval.where, <Place key="place" request={request} />],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-interface text-text2">
      {rows.map(([term, description]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd className="min-w-0 text-text">{description}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Asker({ request: { skill } }: { readonly request: Approval }) {
  const { approval } = useSentences()
  if (skill === undefined) return <>{approval.theModel}</>
  const scope = scopes.find((one) => one === skill.scope)
  const from = scope === undefined ? skill.scope : approval.scope[scope]
  return <>{approval.theSkill(showHiddenLine(skill.name), from)}</>
}

const scopes = ['explicit', 'project', 'user', 'builtin'] as const

function Place({ request }: { readonly request: Approval }) {
  const words = useSentences()
  return (
    <>
      <code className="font-mono">{folderOf(request)}</code>
      {commandPlace(request, words).map((fact) => (
        <span key={fact} className="block">
          {fact}
        </span>
      ))}
    </>
  )
}

/** More codes than these are no easier to look for. */
const mostCodes = 6

/** That some of it does not show, and as which codes it is written. */
export function HiddenWarning({ request }: { readonly request: Approval }) {
  const { approval } = useSentences()
  if (request.hidden !== true) return null
  const names = 'paths' in request.access ? request.access.paths : []
  const shown = [wholeOf(request).text, folderOf(request), ...names].map(showHidden).join('\n')
  const codes = codesIn(shown)
  const named = codes.slice(0, mostCodes).join(' ') + (codes.length > mostCodes ? ' …' : '')
  return (
    <Notice tone="danger" icon="hidden">
      {codes.length === 0 ? approval.hiddenSomewhere : approval.hidden(named)}
    </Notice>
  )
}
