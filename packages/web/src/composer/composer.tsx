import { useSentences } from '../language/index.ts'
import { CopyButton, Notice } from '../parts/index.ts'
import { useOpen } from '../state/index.ts'
import { useKeptDrafts } from './draft/use-kept-drafts.ts'
import { Box } from './view/box.tsx'

export interface ComposerProps {
  readonly conversationId: string
}

/** Where a message is written: queue, active skills, and the box with chip, fields, text and Send. */
export function Composer({ conversationId }: ComposerProps) {
  const elsewhere = useOpen(({ id, conversation }) =>
    id === conversationId && conversation?.here === false ? conversation : undefined,
  )
  useKeptDrafts()
  return (
    <div className="w-full shrink-0 px-3 pb-3 medium:px-4">
      <div className="mx-auto w-full max-w-reading">
        {elsewhere === undefined ? (
          <Box key={conversationId} conversationId={conversationId} />
        ) : (
          <ReadOnly command={elsewhere.command} />
        )}
      </div>
    </div>
  )
}

/** A conversation of another folder: the command that opens it there. */
function ReadOnly({ command }: { readonly command: string | undefined }) {
  const { composer } = useSentences()
  return (
    <Notice icon="lock" className="rounded-card border border-line bg-surface p-3">
      <p>{composer.readOnly}</p>
      {command !== undefined && (
        <>
          <p>{composer.readOnlyHow}</p>
          <p className="flex items-center gap-2">
            <code className="min-w-0 flex-1 rounded-control bg-sunken px-2 py-1 font-mono break-words text-text">
              {command}
            </code>
            <CopyButton text={command} />
          </p>
        </>
      )}
    </Notice>
  )
}
