import type { Diagnostic, SkillDetails } from '@skillet/server/contract'
import { showHidden } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { CopyButton, Icon, type IconName, Prose, Scroller } from '../../parts/index.ts'
import { Path } from '../../paths/index.ts'
import { type ExcerptLine, excerptLines, excerptText } from './marker.ts'

/** A diagnostic, with the lines around its place where they are known. */
export type Finding = SkillDetails['diagnostics'][number]

/** Everything there is to say about a file: where, what, and what to do about it. */
export function Diagnostics({ findings }: { readonly findings: readonly Finding[] }) {
  const { skills } = useSentences()
  if (findings.length === 0) return <p className="text-text2">{skills.noDiagnostics}</p>
  return (
    <ul className="flex max-w-wide flex-col gap-4">
      {findings.map((finding, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one place can have the same diagnostic twice
        <li key={at}>
          <OneDiagnostic finding={finding} />
        </li>
      ))}
    </ul>
  )
}

const looks: Readonly<Record<Diagnostic['severity'], { icon: IconName; colour: string }>> = {
  error: { icon: 'failed', colour: 'text-danger' },
  warning: { icon: 'warning', colour: 'text-warning' },
  info: { icon: 'info', colour: 'text-text2' },
}

/** One diagnostic: severity, code, message, place, excerpt with a marker, remedy, Copy. */
export function OneDiagnostic({ finding: { diagnostic, excerpt } }: { readonly finding: Finding }) {
  const { skills } = useSentences()
  const { severity, code, message, file, range, hint, related = [] } = diagnostic
  const { icon, colour } = looks[severity]
  const lines = excerpt && range ? excerptLines(excerpt, range) : []
  const place = range === undefined ? '' : `:${range.start.line}:${range.start.column}`
  const copied = [`${severity} ${code}: ${message}`, `${file}${place}`]
  if (lines.length > 0) copied.push(excerptText(lines))
  if (hint !== undefined) copied.push(hint)
  return (
    <article className="flex flex-col gap-2 rounded-card border border-line p-3">
      <div className="flex items-start gap-2">
        <Icon name={icon} className={`mt-0.5 ${colour}`} />
        <div className="flex min-w-0 flex-1 flex-col">
          <span>
            <span className={`font-semibold ${colour}`}>{skills.severity[severity]}</span>{' '}
            <code className="font-mono text-label text-text2">{code}</code>
          </span>
          <span>{showHidden(message)}</span>
          <Path path={file} after={place} className="text-label text-text2" />
        </div>
        <CopyButton text={copied.join('\n')} label={skills.copyDiagnostic} />
      </div>
      {lines.length > 0 && range !== undefined && (
        <Excerpt lines={lines} label={skills.at(range.start.line, range.start.column)} />
      )}
      {related.map(({ message: also, file: there, range: where }) => (
        <p key={`${there} ${also}`} className="flex min-w-0 flex-col text-text2">
          {also}
          <Path path={there} after={where === undefined ? '' : `:${where.start.line}`} />
        </p>
      ))}
      {hint !== undefined && (
        <p>
          <span className="font-semibold">{skills.remedy}</span>{' '}
          <Prose of={{ hint: showHidden(hint) }} />
        </p>
      )}
    </article>
  )
}

/** Lines with their numbers; the place has a wavy line under it, where colour alone would not do. */
function Excerpt({ lines, label }: { readonly lines: readonly ExcerptLine[]; label: string }) {
  return (
    <Scroller label={label} className="rounded-control bg-sunken py-1">
      <div dir="ltr" className="w-max min-w-full font-mono">
        {lines.map(({ number, before, marked, after, isMarked }) => (
          <div key={number} className={isMarked ? 'flex bg-hover' : 'flex'}>
            <span
              aria-hidden="true"
              className="w-12 shrink-0 pr-3 text-right text-text2 tabular-nums select-none"
            >
              {number}
            </span>
            <span className="pr-3 whitespace-pre">
              {showHidden(before)}
              {isMarked && (
                <mark className="bg-transparent font-semibold text-danger underline decoration-danger decoration-wavy decoration-2 underline-offset-4">
                  {marked === '' ? ' ' : showHidden(marked)}
                </mark>
              )}
              {showHidden(after)}
            </span>
          </div>
        ))}
      </div>
    </Scroller>
  )
}
