import { asProblem, uploadAttachment } from '../../api/index.ts'
import { changeDraft, type DraftAttachment, draftOf } from '../draft/index.ts'
import { admit, type Refused } from './limits.ts'

/** Files whose bytes this page has, so that an upload can be tried again. */
const files = new Map<string, { readonly file: File; readonly upload: AbortController }>()

/** Attaches files to a draft and begins to store them; gives those that stay out. */
export function attach(conversationId: string, chosen: readonly File[]): readonly Refused[] {
  const { taken, refused } = admit(chosen, draftOf(conversationId).attachments.length)
  const added = taken.map((file) => ({ id: crypto.randomUUID(), file }))
  changeDraft(conversationId, (draft) => ({
    ...draft,
    attachments: [
      ...draft.attachments,
      ...added.map(
        ({ id, file: { name, size } }): DraftAttachment => ({
          id,
          name: name === '' ? 'file' : name,
          size,
          state: { kind: 'uploading' },
        }),
      ),
    ],
  }))
  for (const { id, file } of added) void store(conversationId, id, file)
  return refused
}

/** Whether this page still has the bytes of a file that could not be attached. */
export function canRetry(id: string): boolean {
  return files.has(id)
}

export function retryAttachment(conversationId: string, id: string): void {
  const known = files.get(id)
  if (known === undefined) return
  setState(conversationId, id, { kind: 'uploading' })
  void store(conversationId, id, known.file)
}

export function removeAttachment(conversationId: string, id: string): void {
  files.get(id)?.upload.abort()
  files.delete(id)
  changeDraft(conversationId, (draft) => ({
    ...draft,
    attachments: draft.attachments.filter((one) => one.id !== id),
  }))
}

async function store(conversationId: string, id: string, file: File): Promise<void> {
  const upload = new AbortController()
  files.set(id, { file, upload })
  try {
    const { url, mediaType, shown } = await uploadAttachment(file, upload.signal)
    files.delete(id)
    setState(conversationId, id, { kind: 'stored', url, mediaType, shown })
  } catch (thrown) {
    if (upload.signal.aborted) return
    const { message, hint } = asProblem(thrown)
    const sentence = hint === undefined ? message : `${message} ${hint}`
    setState(conversationId, id, { kind: 'failed', message: sentence })
  }
}

function setState(conversationId: string, id: string, state: DraftAttachment['state']): void {
  changeDraft(conversationId, (draft) => ({
    ...draft,
    attachments: draft.attachments.map((one) => (one.id === id ? { ...one, state } : one)),
  }))
}
