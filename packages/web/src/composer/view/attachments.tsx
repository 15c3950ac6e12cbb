import { useAnnounce } from '../../announce/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Icon, IconButton, Notice, Spinner } from '../../parts/index.ts'
import { usePage } from '../../state/index.ts'
import { canRetry, removeAttachment, retryAttachment } from '../attachments/index.ts'
import type { DraftAttachment } from '../draft/index.ts'

export interface AttachmentsProps {
  readonly conversationId: string
  readonly attachments: readonly DraftAttachment[]
  /** A file was taken out: the focus that was on its button needs a place. */
  readonly onRemoved: () => void
}

/** The files that go with the message, each with how far it is. */
export function Attachments({ conversationId, attachments, onRemoved }: AttachmentsProps) {
  const { composer } = useSentences()
  const model = usePage(({ session }) => session?.model)
  const isBlind =
    model !== undefined &&
    !model.images &&
    attachments.some(({ state }) => state.kind === 'stored' && state.shown)
  return (
    <div className="flex flex-col gap-1 px-3 pt-2">
      <ul aria-label={composer.attachments} className="flex flex-wrap gap-1">
        {attachments.map((attachment) => (
          <Attachment
            key={attachment.id}
            attachment={attachment}
            conversationId={conversationId}
            onRemoved={onRemoved}
          />
        ))}
      </ul>
      {isBlind && <Notice tone="warning">{composer.noImages(model.id)}</Notice>}
    </div>
  )
}

interface AttachmentProps {
  readonly attachment: DraftAttachment
  readonly conversationId: string
  readonly onRemoved: () => void
}

function Attachment({ attachment, conversationId, onRemoved }: AttachmentProps) {
  const { composer } = useSentences()
  const { bytes } = useFormat()
  const announce = useAnnounce()
  const { id, state } = attachment
  const name = showHiddenLine(attachment.name)
  const failed = state.kind === 'failed' || state.kind === 'lost'
  const remove = () => {
    removeAttachment(conversationId, id)
    announce.status(composer.removeFile(name))
    onRemoved()
  }
  return (
    <li
      className={`flex max-w-full items-center gap-1 rounded-control border pl-2 text-interface ${failed ? 'border-danger' : 'border-line'}`}
    >
      {state.kind === 'uploading' ? (
        <Spinner />
      ) : (
        <Icon
          name={failed ? 'failed' : state.kind === 'stored' && state.shown ? 'image' : 'file'}
          className={failed ? 'text-danger' : undefined}
        />
      )}
      <span className="min-w-0 py-1 break-words">
        {state.kind === 'uploading' ? composer.uploading(name) : name}{' '}
        {failed ? (
          <span className="text-danger">
            {state.kind === 'failed' ? composer.fileFailed(state.message) : composer.fileLost}
          </span>
        ) : (
          <span className="text-label text-text2">{bytes(attachment.size)}</span>
        )}
      </span>
      {state.kind === 'failed' && canRetry(id) && (
        <IconButton
          icon="retry"
          label={composer.retryFile(name)}
          onClick={() => retryAttachment(conversationId, id)}
        />
      )}
      <IconButton icon="close" label={composer.removeFile(name)} onClick={remove} />
    </li>
  )
}
