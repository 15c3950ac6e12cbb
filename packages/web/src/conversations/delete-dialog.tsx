import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../action/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Dialog, Notice, Prose } from '../parts/index.ts'
import { remove } from '../state/index.ts'

export interface DeleteDialogProps {
  readonly id: string
  readonly title: string
  /** It is the one that is shown. */
  readonly current: boolean
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Asks before a conversation is deleted, by its name. Cancel has the focus. */
export function DeleteDialog({ id, title, current, open, onOpenChange }: DeleteDialogProps) {
  const { conversations, parts } = useSentences()
  const { run, busy, problem } = useAction()
  const [, go] = useLocation()
  const cancel = useRef<HTMLButtonElement>(null)
  const deleteIt = async () => {
    if (!(await run(() => remove(id)))) return
    onOpenChange(false)
    if (current) go('/')
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      title={conversations.deleteTitle(title)}
      description={conversations.deleteHelp}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {parts.cancel}
          </Button>
          <Button variant="danger" icon="trash" busy={busy} onClick={() => void deleteIt()}>
            {conversations.deleteForGood}
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <Notice tone="danger">
          <Prose of={problem} />
        </Notice>
      )}
    </Dialog>
  )
}
