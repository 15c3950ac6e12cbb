import type { SkilletMessage } from '@skillet/server/contract'
import { useState } from 'react'
import { useAction } from '../../action/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { type ChangedMessage, MessageForm } from '../../message-form/index.ts'
import { Icon, IconButton, Notice, Prose } from '../../parts/index.ts'
import { editQueued, removeQueued, useOpen, usePage } from '../../state/index.ts'
import { argumentsLine, type Chip, chipState } from '../draft/index.ts'
import { contentOf } from '../history.ts'
import { goneWhy } from './chip.tsx'

export interface QueueProps {
  readonly conversationId: string
  /** An edit or a removal is over: the focus needs a place. */
  readonly onDone: () => void
}

/** Messages that wait for the answer that runs, in order, and what holds them up. */
export function Queue({ conversationId, onDone }: QueueProps) {
  const { composer } = useSentences()
  const queue = useOpen((open) => open.queue)
  const isElsewhere = useOpen((open) => open.running?.here === false)
  if (queue.length === 0) return null
  return (
    <section aria-label={composer.queued} data-part="queue" className="flex flex-col gap-1">
      {isElsewhere && <Notice icon="waiting">{composer.queueElsewhere}</Notice>}
      <ol className="flex max-h-[30dvh] flex-col gap-1 overflow-y-auto">
        {queue.map((message, at) => (
          <Waiting
            key={message.id}
            message={message}
            place={at + 1}
            conversationId={conversationId}
            onDone={onDone}
          />
        ))}
      </ol>
    </section>
  )
}

interface WaitingProps {
  readonly message: SkilletMessage
  readonly place: number
  readonly conversationId: string
  readonly onDone: () => void
}

function Waiting({ message, place, conversationId, onDone }: WaitingProps) {
  const { composer } = useSentences()
  const [editing, setEditing] = useState(false)
  const { run, busy, problem } = useAction()
  const { text, chip, fields } = contentOf(message)
  const shown = text === '' && chip === undefined ? composer.onlyFiles : text
  const remove = async () => {
    if (await run(() => removeQueued(conversationId, message.id))) onDone()
  }
  return (
    <li className="flex flex-col gap-1 rounded-card border border-line bg-surface py-1 pr-1 pl-3">
      {editing ? (
        <Edit
          message={message}
          place={place}
          conversationId={conversationId}
          onClose={() => {
            setEditing(false)
            onDone()
          }}
        />
      ) : (
        <div className="flex items-center gap-2">
          <Icon name="queued" className="text-text2" />
          <p className="line-clamp-2 min-w-0 flex-1 break-words" dir="auto">
            <span className="sr-only">{composer.queuedAt(place, '')}</span>
            {chip !== undefined && (
              <span className="mr-2 rounded-control bg-accentSoft px-2 py-0.5 text-accentText">
                <span className="font-semibold">/{showHiddenLine(chip.name)}</span>{' '}
                {showHiddenLine(argumentsLine(fields)).slice(0, 40)}
              </span>
            )}
            {shown}
          </p>
          <IconButton
            icon="edit"
            label={composer.editQueued(place)}
            onClick={() => setEditing(true)}
          />
          <IconButton
            icon="close"
            label={composer.removeQueued(place)}
            disabled={busy}
            onClick={() => void remove()}
          />
        </div>
      )}
      {chip !== undefined && <Standing chip={chip} first={place === 1} />}
      {problem !== undefined && (
        <Notice tone="danger">
          <Prose of={problem} />
        </Notice>
      )}
    </li>
  )
}

/** A skill that can be called no longer stops the queue at its message. */
function Standing({ chip, first }: { readonly chip: Chip; readonly first: boolean }) {
  const { composer } = useSentences()
  const entries = usePage((page) => page.skills?.entries)
  const state = chipState(chip, entries)
  if (state.kind !== 'gone') return null
  const [name, reason] = [showHiddenLine(chip.name), goneWhy(state.entry, composer)]
  return (
    <Notice tone="danger">
      {first ? composer.queueHeld(name, reason) : composer.gone(reason)}
    </Notice>
  )
}

type EditProps = Omit<WaitingProps, 'onDone'> & { readonly onClose: () => void }

function Edit({ message, place, conversationId, onClose }: EditProps) {
  const { composer } = useSentences()
  const { text, chip, fields } = contentOf(message)
  const { run, busy, problem } = useAction()
  const save = async ({ text: changed, keepsSkill }: ChangedMessage) => {
    const edit = {
      text: changed,
      ...(chip === undefined || !keepsSkill
        ? { skill: null }
        : { skill: chip.path, ...(fields.length === 0 ? {} : { arguments: [...fields] }) }),
    }
    if (await run(() => editQueued(conversationId, message.id, edit))) onClose()
  }
  return (
    <div className="flex flex-col gap-2 py-1 pr-2">
      <MessageForm
        label={composer.queuedText(place)}
        text={text}
        skill={
          chip && {
            name: chip.name,
            words: argumentsLine(fields),
            remove: composer.removeChip(showHiddenLine(chip.name)),
          }
        }
        hasFiles={message.parts.some(({ type }) => type === 'file')}
        save={{ label: composer.save }}
        busy={busy}
        onSave={(changed) => void save(changed)}
        onClose={onClose}
      />
      {problem !== undefined && (
        <Notice tone="danger">
          <Prose of={problem} />
        </Notice>
      )}
    </div>
  )
}
