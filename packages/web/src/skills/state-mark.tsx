import type { SkillState } from '@skillet/server/contract'
import { useSentences } from '../language/index.ts'
import { classes, Icon, type IconName, type Tone } from '../parts/index.ts'

/** The icon and the colour of each state. The word beside them says it. */
export const looks: Readonly<Record<SkillState, { readonly icon: IconName; readonly tone: Tone }>> =
  {
    loaded: { icon: 'done', tone: 'success' },
    shadowed: { icon: 'shadowed', tone: 'neutral' },
    untrusted: { icon: 'untrusted', tone: 'warning' },
    disabled: { icon: 'refused', tone: 'neutral' },
    invalid: { icon: 'failed', tone: 'danger' },
    ignored: { icon: 'ignored', tone: 'neutral' },
  }

const colours: Readonly<Record<Tone, string>> = {
  neutral: 'text-text2',
  accent: 'text-accent',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
}

/** A skill's state: icon and word. */
export function StateMark({ state, className }: StateMarkProps) {
  const { skills } = useSentences()
  const { icon, tone } = looks[state]
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-1 text-label whitespace-nowrap',
        colours[tone],
        className,
      )}
    >
      <Icon name={icon} className="size-3.5" />
      {skills.state[state]}
    </span>
  )
}

interface StateMarkProps {
  readonly state: SkillState
  readonly className?: string
}
