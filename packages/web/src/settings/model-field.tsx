import type { SettingsPage, TestAnswer } from '@skillet/server/contract'
import { useEffect, useId, useState } from 'react'
import { useAction } from '../action/index.ts'
import { changeSetting, testModel } from '../api/index.ts'
import { isComposing } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Field, type FieldState, Notice, TextInput } from '../parts/index.ts'
import { refreshSession, usePage } from '../state/index.ts'
import { Overridden } from './overridden.tsx'
import { useSave } from './use-save.ts'
import { useStoredText } from './use-stored-text.ts'

export interface ModelFieldProps {
  readonly settings: SettingsPage
  readonly reload: () => Promise<void>
}

/** Which model answers, with a test that it does. Empty: Skillet takes the best that it finds. */
export function ModelField({ settings, reload }: ModelFieldProps) {
  const { settings: words } = useSentences()
  const { model, providers, aliases } = settings
  const { state, save } = useSave()
  const session = usePage((page) => page.session)
  const problem = session?.model.problem
  const stored = model.value ?? ''
  const [text, setText] = useStoredText(stored)
  const list = useId()
  const names = [...aliases.map(({ alias }) => alias), ...providers.flatMap(({ models }) => models)]
  const keep = async (value: string) => {
    if (value === stored) return
    const isSaved = await save(() =>
      changeSetting({ field: 'model', value: value === '' ? null : value }),
    )
    if (isSaved) await Promise.all([reload(), refreshSession()])
  }
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={words.model}
        help={
          session === undefined || problem !== undefined
            ? words.modelHelp
            : words.answers(session.model.id)
        }
        state={problem === undefined || state.kind === 'saving' ? state : unusable(problem, state)}
      >
        <TextInput
          value={text}
          list={list}
          spellCheck={false}
          autoComplete="off"
          readOnly={!model.editable}
          placeholder={words.modelAutomatic}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={() => void keep(text.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event.nativeEvent)) void keep(text.trim())
          }}
        />
      </Field>
      <datalist id={list}>
        {[...new Set(names)].slice(0, 200).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Overridden {...model} />
      <Test model={text.trim() === '' ? (session?.model.id ?? '') : text.trim()} />
    </div>
  )
}

/** A stored model that cannot be used: what the session says of it, unless not even storing worked. */
function unusable(
  { message, hint }: { readonly message: string; readonly hint: string },
  state: FieldState,
): FieldState {
  return state.kind === 'error' ? state : { kind: 'error', message: `${message} ${hint}` }
}

function Test({ model }: { readonly model: string }) {
  const { settings: words } = useSentences()
  const { run, busy, problem } = useAction()
  const [answer, setAnswer] = useState<TestAnswer>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is about the model it was asked of
  useEffect(() => setAnswer(undefined), [model])
  const test = () => void run(async () => setAnswer(await testModel(model)))
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={busy} disabled={model === ''} onClick={test}>
        {words.test}
      </Button>
      <div role="status" className="min-w-0 flex-1">
        {problem !== undefined && <Notice tone="danger">{problem.message}</Notice>}
        {answer?.ok === true && <Notice tone="success">{words.testOk(answer.id)}</Notice>}
        {answer?.ok === false && (
          <Notice tone="danger">
            {answer.message} {answer.hint}
          </Notice>
        )}
      </div>
    </div>
  )
}
