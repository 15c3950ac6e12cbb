import { type FormEvent, useState } from 'react'
import { useAction } from '../action/index.ts'
import { useSentences } from '../language/index.ts'
import { Banner, Button, Field, TextInput } from '../parts/index.ts'
import { enter } from '../state/index.ts'

/** Skillet listens beyond this computer, and wants its password. */
export function PasswordForm() {
  const { connection: words } = useSentences()
  const { run, busy, problem } = useAction()
  const [password, setPassword] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') void run(() => enter(password))
  }
  const said =
    problem === undefined
      ? undefined
      : problem.code === 'password-wrong'
        ? words.passwordWrong
        : [problem.message, problem.hint].filter(Boolean).join(' ')
  return (
    <Banner icon="lock">
      <form onSubmit={send} className="flex max-w-welcome flex-wrap items-start gap-2">
        <Field
          label={words.password}
          help={words.passwordHelp}
          className="min-w-48 flex-1"
          state={said === undefined ? { kind: 'idle' } : { kind: 'error', message: said }}
        >
          <TextInput
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </Field>
        <Button type="submit" variant="primary" busy={busy} className="mt-6">
          {words.passwordSend}
        </Button>
      </form>
    </Banner>
  )
}
