import { useAction } from '../../action/index.ts'
import { readAttachment } from '../../api/index.ts'
import { dropHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { Button, Notice } from '../../parts/index.ts'
import { isOwn } from './shown-image.ts'

/** A file that is not shown in the page, only offered for download. */
export function Download({ url, name }: { readonly url: string; readonly name: string }) {
  const { chat } = useSentences()
  const { run, busy, problem } = useAction()
  const shown = showHiddenLine(name)
  return (
    <div className="max-w-full">
      <Button
        icon="download"
        busy={busy}
        disabled={!isOwn(url)}
        aria-label={chat.download(shown)}
        onClick={() => void run(async () => save(await readAttachment(url), name))}
        className="max-w-full"
      >
        <span className="min-w-0 truncate">{shown}</span>
      </Button>
      {problem !== undefined && (
        <Notice tone="danger">{chat.downloadFailed(shown, problem.message)}</Notice>
      )}
    </div>
  )
}

/** Saved, never opened: the blob has no kind that a browser would show. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = dropHidden(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
