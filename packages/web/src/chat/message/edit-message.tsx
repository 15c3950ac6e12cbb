import type { SkilletMessage } from '@skillet/server/contract'
import { useAction } from '../../action/index.ts'
import { useFocus } from '../../focus/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { type ChangedMessage, MessageForm } from '../../message-form/index.ts'
import { Notice } from '../../parts/index.ts'
import { type Outgoing, send } from '../../state/index.ts'
import { argumentsOf, type Sent, sentOf, typedOf } from './parts-of.ts'

export interface EditMessageProps {
  readonly message: SkilletMessage
  readonly conversationId: string
  readonly onClose: () => void
}

/** A message, open in its place. What is sent becomes a new branch; the present one stays. */
export function EditMessage({ message, conversationId, onClose }: EditMessageProps) {
  const { chat } = useSentences()
  const sent = sentOf(message)
  const picked = sent.skill?.typed === undefined ? sent.skill : undefined
  const focus = useFocus()
  const { run, busy, problem } = useAction()

  const submit = async ({ text, keepsSkill }: ChangedMessage) => {
    if (await run(() => send(conversationId, edited(message.id, sent, text, keepsSkill)))) {
      onClose()
      focus('text')
    }
  }
  return (
    <section
      aria-label={chat.editMessage}
      className="flex w-full flex-col gap-2 rounded-float border border-control bg-bubble p-3"
    >
      <MessageForm
        label={chat.editText}
        text={typedOf(sent)}
        skill={
          picked && {
            name: picked.name,
            words: argumentsOf(picked),
            remove: chat.removeSkill(showHiddenLine(picked.name)),
          }
        }
        hasFiles={sent.files.length > 0}
        save={{ label: chat.sendEdited, variant: 'primary' }}
        busy={busy}
        onSave={(changed) => void submit(changed)}
        onClose={onClose}
      >
        <Notice icon="branch">{chat.makesBranch}</Notice>
      </MessageForm>
      {problem !== undefined && (
        <Notice tone="danger">
          {problem.hint === undefined
            ? chat.didNotWork(problem.message)
            : chat.didNotWorkHint(problem.message, problem.hint)}
        </Notice>
      )}
    </section>
  )
}

/** The message that goes in the place of an edited one, with its files. */
function edited(id: string, { skill, files }: Sent, text: string, keepsSkill: boolean): Outgoing {
  return {
    text,
    edits: id,
    files: files.map(({ url, mediaType, filename = '' }) => ({ url, mediaType, name: filename })),
    ...(keepsSkill && skill !== undefined
      ? {
          skill: skill.location ?? skill.name,
          ...(skill.arguments === undefined ? {} : { arguments: skill.arguments }),
        }
      : {}),
  }
}
