import type { SettingsPage } from '@skillet/server/contract'
import { changeSetting } from '../api/index.ts'
import { useSentences } from '../language/index.ts'
import { Field, TextInput } from '../parts/index.ts'
import { Overridden } from './overridden.tsx'
import { useSave } from './use-save.ts'
import { useStoredText } from './use-stored-text.ts'

export interface StepLimitProps {
  readonly settings: SettingsPage
  readonly reload: () => Promise<void>
}

/** After how many requests to the model a turn stops. */
export function StepLimit({ settings: { stepLimit }, reload }: StepLimitProps) {
  const { settings: words } = useSentences()
  const { state, save } = useSave()
  const stored = String(stepLimit.value ?? '')
  const [text, setText] = useStoredText(stored)
  const keep = async () => {
    const value = Number(text)
    if (text === stored) return
    const isSaved = await save(() => {
      if (!Number.isInteger(value) || value < 1) throw new Error(words.stepLimitWrong)
      return changeSetting({ field: 'stepLimit', value })
    })
    if (isSaved) await reload()
  }
  return (
    <div className="flex flex-col gap-1">
      <Field label={words.stepLimit} help={words.stepLimitHelp} state={state} className="max-w-80">
        <TextInput
          inputMode="numeric"
          value={text}
          readOnly={!stepLimit.editable}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={() => void keep()}
          onKeyDown={({ key }) => {
            if (key === 'Enter') void keep()
          }}
        />
      </Field>
      <Overridden {...stepLimit} />
    </div>
  )
}
