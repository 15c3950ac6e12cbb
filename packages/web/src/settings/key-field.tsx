import type { Sentences } from '@skillet/language'
import type { SettingsPage } from '@skillet/server/contract'
import { type FormEvent, useState } from 'react'
import { removeKey, setKey } from '../api/index.ts'
import { useSentences } from '../language/index.ts'
import { Button, Field, Icon, Notice, TextInput } from '../parts/index.ts'
import { refreshSession } from '../state/index.ts'
import { useSave } from './use-save.ts'

type Provider = SettingsPage['providers'][number]

export interface KeyFieldProps {
  readonly provider: Provider
  readonly reload: () => Promise<void>
}

/** A provider and its key. The key itself is never shown: it can be replaced or removed. */
export function KeyField({ provider, reload }: KeyFieldProps) {
  const { settings: words, parts } = useSentences()
  const { name, key, usable, local } = provider
  const { state, save } = useSave()
  const [writing, setWriting] = useState(false)
  const change = async (work: () => Promise<unknown>) => {
    if (!(await save(work))) return
    setWriting(false)
    await Promise.all([reload(), refreshSession()])
  }
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{name}</h3>
        <span
          className={`inline-flex items-center gap-1 text-label ${usable ? 'text-success' : 'text-text2'}`}
        >
          <Icon name={usable ? 'done' : 'ignored'} className="size-3.5" />
          {usable ? words.usable : words.notUsable}
        </span>
        {local && <span className="text-label text-text2">{words.local}</span>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="inline-flex min-w-0 flex-1 items-center gap-2">
          <Icon name="key" className="text-text2" />
          {keyWords(key, words)}
        </span>
        {(key.kind === 'set' || key.kind === 'missing') && !writing && (
          <Button
            aria-label={key.kind === 'set' ? words.replaceKeyOf(name) : words.addKeyOf(name)}
            onClick={() => setWriting(true)}
          >
            {key.kind === 'set' ? words.replaceKey : words.addKey}
          </Button>
        )}
        {key.kind === 'set' && (
          <Button
            variant="danger"
            aria-label={words.removeKeyOf(name)}
            onClick={() => void change(() => removeKey(name))}
          >
            {parts.remove}
          </Button>
        )}
      </div>
      {writing && (
        <KeyForm
          name={name}
          onCancel={() => setWriting(false)}
          onKey={(given) => change(() => setKey(name, given))}
        />
      )}
      <div role="status" className="empty:hidden">
        {state.kind === 'saved' && <Notice tone="success">{parts.saved}</Notice>}
        {state.kind === 'error' && <Notice tone="danger">{state.message}</Notice>}
      </div>
    </div>
  )
}

function keyWords(of: Provider['key'], words: Sentences['settings']): string {
  switch (of.kind) {
    case 'not-needed':
      return words.keyNotNeeded
    case 'missing':
      return words.keyMissing
    case 'set':
      return of.endsIn === '' ? words.keySet : words.keyEndsIn(of.endsIn)
    case 'environment':
      return words.keyFrom(of.variable)
  }
}

interface KeyFormProps {
  readonly name: string
  readonly onKey: (key: string) => Promise<void>
  readonly onCancel: () => void
}

function KeyForm({ name, onKey, onCancel }: KeyFormProps) {
  const { settings: words, parts } = useSentences()
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void onKey(text.trim())
  }
  return (
    <form onSubmit={send} className="flex flex-wrap items-end gap-2">
      <Field label={words.keyOf(name)} help={words.keyHelp} className="min-w-48 flex-1">
        <TextInput
          autoFocus
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      <Button onClick={onCancel}>{parts.cancel}</Button>
      <Button type="submit" variant="primary" disabled={text.trim() === ''}>
        {words.saveKey}
      </Button>
    </form>
  )
}
