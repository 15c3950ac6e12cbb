import { useId } from 'react'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { classes, Icon, IconButton } from '../../parts/index.ts'
import { argumentsLine, type Chip as ChipOf, type ChipState } from '../draft/index.ts'

export interface ChipProps {
  readonly chip: ChipOf
  readonly state: ChipState
  readonly values: readonly string[]
  readonly onRemove: () => void
}

/** Longer arguments are cut; the whole shows on hover and while focus is inside. */
const longest = 40

/** The skill that goes with the message, what was filled in for it, and how it stands. */
export function Chip({ chip, state, values, onRemove }: ChipProps) {
  const { composer } = useSentences()
  const id = useId()
  const name = showHiddenLine(chip.name)
  const given = showHiddenLine(argumentsLine(values))
  const isCut = given.length > longest
  const note = noteOf(state, composer)
  return (
    <div className="flex flex-col gap-1 px-3 pt-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a chip with its button, not a set of form controls */}
      <div
        role="group"
        aria-label={given === '' ? composer.chip(name) : composer.chipWith(name, given)}
        {...(note === undefined ? {} : { 'aria-describedby': id })}
        className={classes(
          'group relative inline-flex max-w-full items-center gap-1 self-start rounded-control border bg-accentSoft pl-2 text-interface text-accentText forced:border-current',
          state.kind === 'gone' ? 'border-2 border-danger' : 'border-transparent',
        )}
      >
        <Icon name={state.kind === 'changed' ? 'warning' : 'skill'} />
        <span className="min-w-0 py-1 break-words">
          <span className="font-semibold">/{name}</span>
          {given !== '' && ` ${isCut ? `${given.slice(0, longest)}…` : given}`}
        </span>
        {isCut && (
          <span className="pointer-events-none absolute bottom-full left-0 z-40 mb-1 hidden max-h-32 w-max max-w-full overflow-hidden rounded-control border border-control bg-raised px-2 py-1 break-words text-text shadow-float group-focus-within:block group-hover:block">
            {given}
          </span>
        )}
        <IconButton
          icon="close"
          label={composer.removeChip(name)}
          onClick={onRemove}
          className="text-accentText"
        />
      </div>
      {note !== undefined && (
        <p
          id={id}
          className={classes('text-label', state.kind === 'gone' ? 'text-danger' : 'text-text2')}
        >
          {note}
        </p>
      )}
    </div>
  )
}

function noteOf(
  state: ChipState,
  composer: ReturnType<typeof useSentences>['composer'],
): string | undefined {
  switch (state.kind) {
    case 'gone':
      return composer.gone(goneWhy(state.entry, composer))
    case 'changed':
      return state.entry.model === undefined
        ? composer.changed
        : composer.changedRunsOn(showHiddenLine(state.entry.model))
    case 'ready':
      return state.entry.model === undefined
        ? undefined
        : composer.runsOn(showHiddenLine(state.entry.model))
    case 'unknown':
      return undefined
  }
}

/** Why a skill cannot be called any more. */
export function goneWhy(
  entry: Extract<ChipState, { kind: 'gone' }>['entry'],
  composer: ReturnType<typeof useSentences>['composer'],
): string {
  if (entry === undefined) return composer.goneFile
  return entry.state === 'loaded' || entry.state === 'shadowed'
    ? composer.goneHidden
    : showHiddenLine(entry.reason)
}
