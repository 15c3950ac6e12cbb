import type { ListedConversation } from '@skillet/server/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAction } from '../action/index.ts'
import { exportConversation } from '../api/index.ts'
import { addressOf } from '../frame/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { IconButton, Menu, type MenuItem, Notice } from '../parts/index.ts'
import { Path } from '../paths/index.ts'
import { saveFile } from '../save-file/index.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { exportName } from './export-name.ts'
import { Rename } from './rename.tsx'
import { TimeOrState } from './state-word.tsx'

export interface RowProps {
  readonly conversation: ListedConversation
  readonly current: boolean
}

/** A conversation in the list, with what can be done to it. Those of other folders are read only. */
export function Row({ conversation, current }: RowProps) {
  const { conversations } = useSentences()
  const { run, problem } = useAction()
  const [renaming, setRenaming] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { id, here, workspace, state, updatedAt } = conversation
  const title = showHiddenLine(conversation.title ?? conversations.untitled)
  const save = (format: 'markdown' | 'json') => () =>
    void run(async () => saveFile(await exportConversation(id, format), exportName(title, format)))
  const exports: readonly MenuItem[] = [
    { id: 'md', label: conversations.exportMarkdown, icon: 'download', onSelect: save('markdown') },
    { id: 'json', label: conversations.exportJson, icon: 'download', onSelect: save('json') },
  ]
  const items: readonly MenuItem[] = here
    ? [
        {
          id: 'rename',
          label: conversations.rename,
          icon: 'edit',
          onSelect: () => setRenaming(true),
        },
        ...exports,
        {
          id: 'delete',
          label: conversations.delete,
          icon: 'trash',
          danger: true,
          apart: true,
          onSelect: () => setDeleting(true),
        },
      ]
    : exports
  return (
    <li className="group relative">
      {renaming ? (
        <div className="px-1 py-0.5">
          <Rename id={id} title={conversation.title ?? ''} onDone={() => setRenaming(false)} />
        </div>
      ) : (
        <div className="flex items-center">
          <Link
            href={addressOf(id)}
            aria-current={current ? 'page' : undefined}
            className="highlight flex min-h-8 min-w-0 flex-1 flex-col justify-center rounded-control py-1 pr-1 pl-2 hover:bg-hover coarse:min-h-11"
          >
            {/* With very large text there is no room for the state beside the title. */}
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              <span className="min-w-0 flex-1 basis-24 truncate">{title}</span>
              <TimeOrState state={state} updatedAt={updatedAt} />
            </span>
            {!here && <Path path={workspace} className="text-label text-text2" />}
          </Link>
          <Menu
            trigger={<IconButton icon="more" label={conversations.actionsOf(title)} />}
            items={items}
          />
        </div>
      )}
      {problem !== undefined && <Notice tone="danger">{problem.message}</Notice>}
      <DeleteDialog
        id={id}
        title={title}
        current={current}
        open={deleting}
        onOpenChange={setDeleting}
      />
    </li>
  )
}
