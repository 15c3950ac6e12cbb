import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { usePlace } from '../focus/index.ts'
import { type At, useLayout } from '../frame/index.ts'
import { keysFor } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { IconButton, NavLink, Sheet } from '../parts/index.ts'
import { Region } from './region.tsx'

/** The conversations, and the ways to the other pages: a column, or a drawer over the page. */
export function Nav({ at, children }: { readonly at: At; readonly children: ReactNode }) {
  const { shell } = useSentences()
  const { width, isOpen, setOpen } = useLayout()
  const [address] = useLocation()
  const open = isOpen('conversations')
  // A drawer has done its work once something in it was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the address changes
  useEffect(() => {
    if (width !== 'wide') setOpen('conversations', false)
  }, [address])

  const nav = (className: string) => (
    <nav aria-label={shell.conversations} className={`flex min-h-0 flex-col ${className}`}>
      <div className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
        <span className="flex-1 text-reading font-semibold">Skillet</span>
        <IconButton
          icon={width === 'wide' ? 'conversations' : 'close'}
          label={shell.hideConversations}
          keys={keysFor('conversations')}
          tooltip={width === 'wide'}
          onClick={() => setOpen('conversations', false)}
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Region name="conversations">{children}</Region>
      </div>
      <Pages at={at} />
    </nav>
  )
  if (width === 'wide')
    return open ? nav('w-conversations max-w-[22vw] shrink-0 border-r border-line') : null
  return (
    <Sheet
      open={open}
      onOpenChange={(now) => setOpen('conversations', now)}
      label={shell.conversations}
      side="left"
      width="medium:w-drawer"
    >
      {nav('flex-1')}
    </Sheet>
  )
}

function Pages({ at }: { readonly at: At }) {
  const { shell } = useSentences()
  const pages = [
    { page: 'skills', to: '/skills', icon: 'skill' },
    { page: 'settings', to: '/settings', icon: 'settings' },
    { page: 'start', to: '/start', icon: 'help' },
  ] as const
  return (
    <ul aria-label={shell.pages} className="shrink-0 border-t border-line p-2">
      {pages.map(({ page, to, icon }) => (
        <li key={page}>
          <NavLink to={to} icon={icon} current={at.page === page}>
            {shell[page]}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** The inspector: a column, a sheet, or on a narrow page a page of its own with Back. */
export function Aside({ children }: { readonly children: ReactNode }) {
  const { shell, parts } = useSentences()
  const { width, isOpen, setOpen } = useLayout()
  const place = usePlace('inspector')
  const open = isOpen('inspector')
  const close = () => setOpen('inspector', false)
  const aside = (className: string) => (
    <aside
      ref={place}
      tabIndex={-1}
      aria-label={shell.inspector}
      className={`@container flex min-h-0 flex-col outline-none ${className}`}
    >
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 medium:pl-4">
        {width === 'narrow' && (
          <IconButton icon="back" label={parts.back} tooltip={false} onClick={close} />
        )}
        <h2 className="flex-1 text-reading font-semibold">{shell.inspector}</h2>
        {width !== 'narrow' && (
          <IconButton
            icon="close"
            label={shell.hideInspector}
            keys={keysFor('inspector')}
            tooltip={width === 'wide'}
            onClick={close}
          />
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Region name="inspector">{children}</Region>
      </div>
    </aside>
  )
  if (width === 'wide')
    return open ? aside('w-inspector max-w-[30vw] shrink-0 border-l border-line') : null
  return (
    <Sheet
      open={open}
      onOpenChange={(now) => setOpen('inspector', now)}
      label={shell.inspector}
      side="right"
      width="medium:w-inspector"
    >
      {aside('flex-1')}
    </Sheet>
  )
}
