import type { ReactNode } from 'react'
import { useSentences } from '../language/index.ts'
import { Boundary, Button, Notice } from '../parts/index.ts'

export interface RegionProps {
  readonly name: string
  /** Another value tries a broken region again. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

/** A region of the page. When one breaks, the others go on, and it says how to go on itself. */
export function Region({ name, resetKey, children }: RegionProps) {
  return (
    <Boundary key={name} resetKey={resetKey} instead={(_error, retry) => <Broken retry={retry} />}>
      {children}
    </Boundary>
  )
}

function Broken({ retry }: { readonly retry: () => void }) {
  const { shell, parts } = useSentences()
  return (
    <Notice
      tone="danger"
      className="p-4"
      action={
        <Button onClick={retry} icon="retry">
          {parts.retry}
        </Button>
      }
    >
      <strong className="block font-semibold">{shell.broken}</strong>
      {shell.brokenHelp}
    </Notice>
  )
}
