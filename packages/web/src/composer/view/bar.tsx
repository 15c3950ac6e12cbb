import { type ChangeEvent, useRef } from 'react'
import { useSentences } from '../../language/index.ts'
import { Button, IconButton } from '../../parts/index.ts'
import { ModelPicker, type ModelPickerProps } from './model-picker.tsx'

export interface BarProps {
  readonly picker: ModelPickerProps
  readonly onFiles: (files: readonly File[]) => void
  readonly running: boolean
  /** A second Esc stops. */
  readonly armed: boolean
  /** Why sending does not work now is said by the element of this id. */
  readonly blockedBy: string | undefined
  /** There is something that can wait its turn. */
  readonly canQueue: boolean
  readonly onSend: () => void
  readonly onStop: () => void
}

/** Model, attach, and Send or Stop. */
export function Bar(props: BarProps) {
  const { picker, onFiles, running, armed, blockedBy, canQueue, onSend, onStop } = props
  const { composer } = useSentences()
  const input = useRef<HTMLInputElement>(null)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same file may be chosen again after it was taken out.
    target.value = ''
  }
  const described = blockedBy === undefined ? {} : { 'aria-describedby': blockedBy }
  return (
    <div className="flex items-center gap-1 px-2 pb-2">
      <ModelPicker {...picker} />
      <input ref={input} type="file" multiple hidden tabIndex={-1} onChange={chosen} />
      <IconButton icon="attach" label={composer.attach} onClick={() => input.current?.click()} />
      <span className="min-w-0 flex-1" />
      {armed && <span className="text-label text-text2">{composer.escAgain}</span>}
      {running && canQueue && (
        <span className="hidden coarse:inline-flex">
          <Button icon="queued" {...described} disabled={blockedBy !== undefined} onClick={onSend}>
            {composer.queue}
          </Button>
        </span>
      )}
      {running ? (
        <Button icon="stop" onClick={onStop}>
          {composer.stop}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon="arrow-up"
          {...described}
          disabled={blockedBy !== undefined}
          onClick={onSend}
        >
          {composer.send}
        </Button>
      )}
    </div>
  )
}
