import { useAction } from '../../action/index.ts'
import { readAttachment } from '../../api/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useSentences } from '../../language/index.ts'
import { Button, Notice } from '../../parts/index.ts'
import { saveFile } from '../../save-file/index.ts'
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
        onClick={() => void run(async () => saveFile(await readAttachment(url), name))}
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
