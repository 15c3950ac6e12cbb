import { Menu } from '@base-ui/react/menu'
import type { SettingsPage } from '@skillet/server/contract'
import { useEffect, useRef, useState } from 'react'
import { asProblem, type Problem, readSettings } from '../../api/index.ts'
import { useSentences } from '../../language/index.ts'
import { Icon, Notice, Spinner } from '../../parts/index.ts'
import { usePage } from '../../state/index.ts'
import { choicesIn } from './model-choices.ts'

export interface ModelPickerProps {
  /** Chosen for this conversation; undefined: as set. */
  readonly model: string | undefined
  readonly onChoose: (model: string | undefined) => void
  /** Called after a choice, in place of giving the focus back to the button. */
  readonly onChosen: () => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Which model answers the next message. */
export function ModelPicker(props: ModelPickerProps) {
  const { model, onChoose, onChosen, open, onOpenChange } = props
  const { composer } = useSentences()
  const set = usePage(({ session }) => session?.model)
  const chosen = useRef(false)
  const shown = model ?? set?.id ?? ''
  if (shown === '') return null
  return (
    <Menu.Root modal={false} open={open} onOpenChange={(now) => onOpenChange(now)}>
      <Menu.Trigger
        aria-label={composer.model(shown)}
        className="inline-flex h-8 min-w-0 items-center gap-2 rounded-control border border-transparent px-2 text-interface text-text2 hover:bg-hover hover:text-text coarse:h-11"
      >
        <Icon name="model" />
        <span className="min-w-0 truncate">{shown}</span>
        <Icon name="chevron-down" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-50">
          <Menu.Popup
            finalFocus={() => {
              if (!chosen.current) return true
              chosen.current = false
              onChosen()
              return false
            }}
            className="floating max-h-[min(24rem,60dvh)] max-w-[min(26rem,calc(100vw-1.5rem))] min-w-56 overflow-y-auto rounded-float border border-control bg-raised p-1 shadow-float outline-none"
          >
            <Choices
              model={model}
              onChoose={(now) => {
                chosen.current = true
                onChoose(now)
              }}
            />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type Known = { readonly settings: SettingsPage } | { readonly problem: Problem }

/** Stands for the session's own model in the list. */
const asSet = ''

function Choices({ model, onChoose }: Pick<ModelPickerProps, 'model' | 'onChoose'>) {
  const { composer } = useSentences()
  const set = usePage(({ session }) => session?.model)
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    readSettings()
      .then((settings) => setKnown({ settings }))
      .catch((thrown: unknown) => setKnown({ problem: asProblem(thrown) }))
  }, [])
  const choices = known !== undefined && 'settings' in known ? choicesIn(known.settings) : []
  return (
    <>
      <Menu.RadioGroup
        value={model ?? asSet}
        onValueChange={(value: string) => onChoose(value === asSet ? undefined : value)}
      >
        <Choice value={asSet} label={composer.modelDefault(set?.id ?? '')} />
        {choices.map(({ id, alias }) => (
          <Choice
            key={alias ?? id}
            value={alias ?? id}
            label={alias === undefined ? id : composer.modelAlias(alias, id)}
          />
        ))}
      </Menu.RadioGroup>
      {known === undefined && (
        <p role="status" className="flex items-center gap-2 px-3 py-1 text-text2">
          <Spinner />
          {composer.modelsLoading}
        </p>
      )}
      {known !== undefined && 'problem' in known && (
        <Notice tone="danger" className="px-3 py-1">
          {composer.modelsFailed(known.problem.message)}
        </Notice>
      )}
      {known !== undefined && 'settings' in known && choices.length === 0 && (
        <p className="px-3 py-1 text-text2">{composer.noModels}</p>
      )}
    </>
  )
}

function Choice({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Menu.RadioItem
      value={value}
      closeOnClick
      className="highlight flex min-h-8 items-center gap-2 rounded-control px-3 py-1 text-interface outline-none select-none coarse:min-h-11"
    >
      <span className="size-4 shrink-0">
        <Menu.RadioItemIndicator>
          <Icon name="check" />
        </Menu.RadioItemIndicator>
      </span>
      <span className="min-w-0 break-words">{label}</span>
    </Menu.RadioItem>
  )
}
