import type { Session } from '@skillet/server/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSentences } from '../language/index.ts'
import { Button, CopyButton, Icon, Notice, Prose } from '../parts/index.ts'
import { KeyField, useSettings } from '../settings/index.ts'
import { Block } from './block.tsx'

/** What was looked for to answer with, in order, and the ways to connect a model. */
export function ModelBlock({ session }: { readonly session: Session }) {
  const { firstRun, connection } = useSentences()
  const { model, findings } = session
  const [open, setOpen] = useState(false)
  return (
    <Block title={firstRun.model}>
      {model.problem !== undefined ? (
        <Notice tone="danger">
          <Prose of={model.problem} />
        </Notice>
      ) : (
        <Notice tone={model.guided ? 'warning' : 'success'} icon={model.guided ? 'model' : 'done'}>
          {model.guided ? connection.guided : firstRun.answers(model.id, model.reason)}
        </Notice>
      )}
      <details>
        <summary className="flex min-h-8 items-center text-accent underline coarse:min-h-11">
          {firstRun.looked(findings.length)}
        </summary>
        <ol className="flex flex-col gap-1 pt-1">
          {findings.map(({ place, looked, found, detail }) => (
            <li key={`${place} ${looked}`} className="flex items-start gap-2">
              <Icon
                name={found ? 'done' : 'ignored'}
                className={`mt-0.5 ${found ? 'text-success' : 'text-text2'}`}
              />
              <span className="min-w-0 flex-1">
                <span className="font-mono">{looked}</span>{' '}
                <span className="text-label text-text2">
                  {found ? firstRun.found : firstRun.notFound}
                </span>
                <span className="block text-label text-text2">{detail}</span>
              </span>
            </li>
          ))}
        </ol>
      </details>
      {model.guided || open ? (
        <Ways />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{firstRun.connectAnother}</Button>
        </div>
      )}
      {model.guided && (
        <Link
          href="/"
          className="inline-flex min-h-8 items-center self-start text-accent underline coarse:min-h-11"
        >
          {firstRun.goOnGuided}
        </Link>
      )}
    </Block>
  )
}

const localCommand = 'ollama pull qwen3'

/** Each way with its exact field or command. */
function Ways() {
  const { firstRun } = useSentences()
  const { settings, reload } = useSettings()
  const keyless = settings?.providers.filter(({ key }) => key.kind === 'missing') ?? []
  const others = settings?.providers.filter(({ local }) => local) ?? []
  return (
    <div className="flex flex-col gap-3">
      <h4 className="font-semibold">{firstRun.ways}</h4>
      {keyless.length > 0 && <p className="text-text2">{firstRun.wayKey}</p>}
      {keyless.map((provider) => (
        <KeyField key={provider.name} provider={provider} reload={reload} />
      ))}
      {!others.some(({ usable }) => usable) && (
        <p className="flex flex-wrap items-center gap-2">
          {firstRun.wayLocal}
          <code className="rounded-badge bg-sunken px-1 font-mono">{localCommand}</code>
          <CopyButton text={localCommand} />
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2">
        {firstRun.waySettings}
        <Link
          href="/settings"
          className="inline-flex min-h-6 items-center text-accent underline coarse:min-h-11"
        >
          {firstRun.toSettings}
        </Link>
      </p>
    </div>
  )
}
