import type { SkillDetails } from '@skillet/server/contract'
import { useSentences } from '../../language/index.ts'
import { classes, Icon, Prose } from '../../parts/index.ts'
import { Path } from '../../paths/index.ts'

/** Every step that decides whether a skill can be called, in order. */
export function Why({ steps }: { readonly steps: SkillDetails['why'] }) {
  const { skills } = useSentences()
  return (
    <div className="flex max-w-reading flex-col gap-3">
      <p className="text-text2">{skills.whyHelp}</p>
      <ol className="flex flex-col gap-3">
        {steps.map(({ step, outcome, detail, file, line, remedy }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are a sequence; their place is who they are
          <li key={at} className="flex gap-2">
            <Icon name={looks[outcome].icon} className={classes('mt-0.5', looks[outcome].colour)} />
            <div className="flex min-w-0 flex-1 flex-col">
              <span>
                <span className="font-semibold">{step}</span>{' '}
                <span className={classes('text-label', looks[outcome].colour)}>
                  {skills.outcome[outcome]}
                </span>
              </span>
              <span className="text-text2">{detail}</span>
              {file !== undefined && (
                <Path path={file} after={line === undefined ? '' : `:${line}`} />
              )}
              {remedy !== undefined && (
                <span>
                  <Prose of={{ hint: remedy }} />
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

const looks = {
  pass: { icon: 'done', colour: 'text-success' },
  fail: { icon: 'failed', colour: 'text-danger' },
  note: { icon: 'info', colour: 'text-text2' },
} as const
