import { keysFor } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Dialog, Kbd } from '../parts/index.ts'

export interface KeysDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The list of keys. */
export function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  const { shell } = useSentences()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={shell.keys}>
      <Group
        name={shell.keysAnywhere}
        rows={[
          [shell.keySearch, keysFor('search')],
          [shell.keyConversations, keysFor('conversations')],
          [shell.keyInspector, keysFor('inspector')],
          [shell.keyWaiting, keysFor('waiting')],
          [shell.keyKeys, keysFor('keys')],
          [shell.keyClose, keysFor('close')],
        ]}
      />
      <Group
        name={shell.keysText}
        rows={[
          [shell.keySend, 'Enter'],
          [shell.keyNewLine, 'Shift+Enter'],
          [shell.keySlash, '/'],
          [shell.keyRecall, '↑'],
        ]}
      />
      <Group
        name={shell.keysMenu}
        rows={[
          [shell.keyMove, '↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'],
          [shell.keyPick, 'Enter', 'Tab'],
        ]}
      />
      <Group
        name={shell.keysApproval}
        rows={[
          [shell.keyOnce, keysFor('once')],
          [shell.keyTurn, keysFor('turn')],
          [shell.keyAlways, keysFor('always')],
          [shell.keyNo, keysFor('no')],
        ]}
      />
    </Dialog>
  )
}

interface GroupProps {
  readonly name: string
  /** What a key does, and the keys that do it. */
  readonly rows: readonly (readonly [does: string, ...keys: string[]])[]
}

function Group({ name, rows }: GroupProps) {
  return (
    <section className="pt-3 first:pt-0">
      <h3 className="pb-1 text-label font-semibold text-text2">{name}</h3>
      <dl>
        {rows.map(([does, ...keys]) => (
          <div key={does} className="flex items-start gap-4 border-t border-line py-1.5">
            <dt className="min-w-0 flex-1">{does}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1 max-w-1/2">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
