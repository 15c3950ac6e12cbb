import type { ActiveSkill } from '@skillet/server/contract'
import { useState } from 'react'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Badge, Button, Icon } from '../../parts/index.ts'
import { useOpen } from '../../state/index.ts'
import { toggleDrop } from '../draft/index.ts'

export interface TrayProps {
  readonly conversationId: string
  /** Locations of those that end with the next message. */
  readonly drop: readonly string[]
  readonly onDone: () => void
}

/** More than so many fold to one line. */
const mostShown = 3

/** The skills that go with every request until they are dropped. */
export function Tray({ conversationId, drop, onDone }: TrayProps) {
  const { composer } = useSentences()
  const { estimate } = useFormat()
  const active = useOpen((open) => open.activeSkills)
  const [unfolded, setUnfolded] = useState(false)
  if (active.length === 0) return null
  const folds = active.length > mostShown
  const tokens = active.reduce((sum, skill) => (skill.leftOut ? sum : sum + skill.tokens), 0)
  return (
    <section aria-label={composer.active} className="flex flex-col gap-1 px-1" data-part="tray">
      {folds && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="inline-flex min-h-8 items-center gap-2 self-start rounded-control px-2 text-interface text-text2 hover:bg-hover coarse:min-h-11"
        >
          <Icon name={unfolded ? 'chevron-down' : 'chevron-right'} />
          {composer.activeFold(active.length, estimate(tokens))}
        </button>
      )}
      {(!folds || unfolded) && (
        <ul className="flex max-h-[30dvh] flex-wrap gap-1 overflow-y-auto">
          {active.map((skill) => (
            <Active
              key={skill.location}
              skill={skill}
              dropping={drop.includes(skill.location) || drop.includes(skill.name)}
              onToggle={() => {
                toggleDrop(conversationId, skill.location)
                onDone()
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ActiveProps {
  readonly skill: ActiveSkill
  readonly dropping: boolean
  readonly onToggle: () => void
}

function Active({ skill, dropping, onToggle }: ActiveProps) {
  const { composer } = useSentences()
  const { estimate, list } = useFormat()
  const name = showHiddenLine(skill.name)
  return (
    <li className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-line py-1 pl-2 text-interface">
      <Icon name="skill" className="text-text2" />
      <span className={dropping ? 'min-w-0 break-words line-through' : 'min-w-0 break-words'}>
        {composer.activeSkill(name, estimate(skill.tokens))}
      </span>
      {skill.tools.length > 0 && (
        <span className="text-label text-text2">
          {composer.toolsOnly(list(skill.tools.map(showHiddenLine)))}
        </span>
      )}
      {skill.leftOut && (
        <Badge tone="warning" icon="warning">
          {composer.leftOut}
        </Badge>
      )}
      {skill.changedOnDisk && (
        <Badge tone="warning" icon="warning">
          {composer.changedOnDisk}
        </Badge>
      )}
      {dropping && <Badge icon="minus">{composer.dropping}</Badge>}
      <Button
        variant="quiet"
        aria-label={dropping ? composer.keepSkill(name) : composer.dropSkill(name)}
        onClick={onToggle}
        className="ml-auto px-2"
      >
        {dropping ? composer.keep : composer.drop}
      </Button>
    </li>
  )
}
