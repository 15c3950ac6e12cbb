import { type SkillEntry, type SkillState, skillStates } from '@skillet/server/contract'
import { useMemo } from 'react'
import { useFormat, useSentences } from '../language/index.ts'
import { classes, Icon, IconButton } from '../parts/index.ts'
import { countStates, type SkillsView } from '../skills-view/index.ts'
import { looks } from './state-mark.tsx'

export interface ToolbarProps {
  readonly entries: readonly SkillEntry[]
  readonly shown: number
  readonly view: SkillsView
  readonly onChange: (change: Partial<SkillsView>) => void
}

/** Search, a toggle with its count for each state, and how many are left. */
export function Toolbar({ entries, shown, view, onChange }: ToolbarProps) {
  const { skills } = useSentences()
  const { number } = useFormat()
  const counts = useMemo(() => countStates(entries), [entries])
  const isFiltered = view.states.length > 0 || view.text !== '' || view.catalogue !== undefined
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line p-3">
      <div className="relative">
        <Icon name="search" className="absolute top-2 left-2 text-text2 coarse:top-3.5" />
        <input
          type="search"
          value={view.text}
          aria-label={skills.search}
          placeholder={skills.searchHint}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
          className="h-8 w-full rounded-control border border-control bg-surface pr-9 pl-8 text-interface coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
        />
        {view.text !== '' && (
          <span className="absolute top-0 right-0">
            <IconButton
              icon="close"
              label={skills.clearSearch}
              onClick={() => onChange({ text: '' })}
            />
          </span>
        )}
      </div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{skills.states}</legend>
        {skillStates.map((state) => (
          <Toggle
            key={state}
            state={state}
            count={counts[state]}
            pressed={view.states.includes(state)}
            onToggle={() => onChange({ states: toggled(view.states, state) })}
          />
        ))}
      </fieldset>
      <div className="flex min-h-6 items-center gap-2 text-label text-text2">
        <span role="status" className="min-w-0 flex-1">
          {skills.shown(number(shown), number(entries.length))}
          {view.catalogue !== undefined && (
            <span className="block">{skills.catalogue[view.catalogue.cut]}</span>
          )}
        </span>
        {isFiltered && (
          <button
            type="button"
            className="min-h-6 text-accent underline coarse:min-h-11"
            onClick={() => onChange({ states: [], text: '', catalogue: undefined })}
          >
            {skills.showAll}
          </button>
        )}
      </div>
    </div>
  )
}

interface ToggleProps {
  readonly state: SkillState
  readonly count: number
  readonly pressed: boolean
  readonly onToggle: () => void
}

function Toggle({ state, count, pressed, onToggle }: ToggleProps) {
  const { skills } = useSentences()
  const { number } = useFormat()
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className={classes(
        'inline-flex min-h-6 items-center gap-1 rounded-control border px-2 text-label coarse:min-h-11',
        pressed
          ? 'border-accent bg-accentSoft text-accentText'
          : 'border-control text-text2 hover:bg-hover hover:text-text',
      )}
    >
      <Icon name={pressed ? 'check' : looks[state].icon} className="size-3.5" />
      {skills.state[state]}
      <span className="tabular-nums">{number(count)}</span>
    </button>
  )
}

function toggled(shown: readonly SkillState[], state: SkillState): readonly SkillState[] {
  return shown.includes(state) ? shown.filter((one) => one !== state) : [...shown, state]
}
