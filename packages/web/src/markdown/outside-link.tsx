import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useSentences } from '../language/index.ts'
import { Button, Dialog, Icon } from '../parts/index.ts'
import { type Address, readAddress, saysHost } from './address.ts'

export interface OutsideLinkProps {
  readonly href: string
  /** The link's text, to see whether it already says where it leads. */
  readonly text: string
  readonly children: ReactNode
}

/**
 * A link out of foreign text. Its host stands behind it, whatever the text claims; it opens in a new
 * tab that learns nothing of this one. An address that carries text along is shown whole first.
 */
export function OutsideLink({ href, text, children }: OutsideLinkProps) {
  const [asking, setAsking] = useState(false)
  const address = readAddress(href)
  if (address === undefined) return children
  const ask = (event: MouseEvent) => {
    if (!address.carries) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <a
        href={address.href}
        target="_blank"
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        onClick={ask}
        onAuxClick={ask}
      >
        {children}
      </a>
      {!saysHost(text, address) && <span className="link-host"> ({address.host})</span>}
      {asking && <Ask address={address} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ address, onClose }: { readonly address: Address; readonly onClose: () => void }) {
  const { markdown, parts } = useSentences()
  const cancel = useRef<HTMLButtonElement>(null)
  const open = () => {
    window.open(address.href, '_blank', 'noopener,noreferrer')
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={markdown.openLink}
      description={markdown.openLinkHelp(address.host)}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button onClick={open}>
            <Icon name="external" />
            {markdown.open}
          </Button>
        </>
      }
    >
      <p className="max-h-60 overflow-y-auto rounded-control bg-sunken p-3 font-mono break-all">
        {address.href}
      </p>
    </Dialog>
  )
}
