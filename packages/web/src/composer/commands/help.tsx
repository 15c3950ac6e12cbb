import { chatCommands } from '@skillet/core/menu'
import { useSentences } from '../../language/index.ts'
import { Dialog } from '../../parts/index.ts'

export interface HelpProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** `/help`: what each chat command does. */
export function Help({ open, onOpenChange }: HelpProps) {
  const { composer, menu } = useSentences()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={composer.help}
      description={composer.helpIntro}
    >
      <dl className="grid gap-x-4 gap-y-2 medium:grid-cols-[max-content_1fr]">
        {chatCommands.map((name) => (
          <div key={name} className="contents">
            <dt>
              <span className="font-semibold">/{name}</span>{' '}
              <span className="font-mono text-label text-text2">{menu.commands[name].hint}</span>
            </dt>
            <dd className="text-text2">{menu.commands[name].description}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-3 text-text2">{composer.helpKeys}</p>
    </Dialog>
  )
}
