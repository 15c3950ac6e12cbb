import { useSentences } from '../language/index.ts'
import { Dialog } from '../parts/index.ts'

export interface KeysDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The list of keys. */
export function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  const { shell } = useSentences()
  return <Dialog open={open} onOpenChange={onOpenChange} title={shell.keys} />
}
