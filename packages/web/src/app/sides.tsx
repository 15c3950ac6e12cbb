import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSentences } from '../language/index.ts'
import { IconButton, NavLink, Sheet } from '../parts/index.ts'
import { useLayout } from './layout.tsx'
import { Region } from './region.tsx'
import type { At } from './route.ts'

/** The conversations, and the ways to the other pages: a column, or a drawer over the page. */
export function Nav({ at, children }: { readonly at: At; readonly children: ReactNode }) {
  const { shell } = useSentences()
  const { width, isOpen, setOpen } = useLayout()
  const [address] = useLocation()
  // A drawer has done its work once something in it was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the address changes
  useEffect(() => {
    if (width !== 'wide') setOpen('conversations', false)
  }, [address])

  const open = isOpen('conversations')
  const content = (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
        <span className="flex-1 text-reading font-semibold">Skillet</span>
        <IconButton
          icon={width === 'wide' ? 'conversations' : 'close'}
          label={shell.hideConversations}
          onClick={() => setOpen('conversations', false)}
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Region name="conversations">{children}</Region>
      </div>
      <ul aria-label={shell.pages} className="shrink-0 border-t border-line p-2">
        <li>
          <NavLink to="/skills" icon="skill" current={at.page === 'skills'}>
            {shell.skills}
          </NavLink>
        </li>
        <li>
          <NavLink to="/settings" icon="settings" current={at.page === 'settings'}>
            {shell.settings}
          </NavLink>
        </li>
        <li>
          <NavLink to="/start" icon="help" current={at.page === 'start'}>
            {shell.start}
          </NavLink>
        </li>
      </ul>
    </>
  )
  if (width === 'wide')
    return open ? (
      <nav
        aria-label={shell.conversations}
        className="flex w-conversations shrink-0 flex-col border-r border-line"
      >
        {content}
      </nav>
    ) : null
  return (
    <Sheet
      open={open}
      onOpenChange={(now) => setOpen('conversations', now)}
      label={shell.conversations}
      side="left"
      width="medium:w-drawer"
    >
      <nav aria-label={shell.conversations} className="flex min-h-0 flex-1 flex-col">
        {content}
      </nav>
    </Sheet>
  )
}

/** The inspector: a column, a sheet, or on a narrow page a page of its own with Back. */
export function Aside({ children }: { readonly children: ReactNode }) {
  const { shell, parts } = useSentences()
  const { width, isOpen, setOpen } = useLayout()
  const open = isOpen('inspector')
  const close = () => setOpen('inspector', false)
  const content = (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-2 medium:pl-4">
        {width === 'narrow' && <IconButton icon="back" label={parts.back} onClick={close} />}
        <h2 className="flex-1 text-reading font-semibold">{shell.inspector}</h2>
        {width !== 'narrow' && (
          <IconButton icon="close" label={shell.hideInspector} onClick={close} />
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <Region name="inspector">{children}</Region>
      </div>
    </>
  )
  if (width === 'wide')
    return open ? (
      <aside
        aria-label={shell.inspector}
        className="flex w-inspector shrink-0 flex-col border-l border-line"
      >
        {content}
      </aside>
    ) : null
  return (
    <Sheet
      open={open}
      onOpenChange={(now) => setOpen('inspector', now)}
      label={shell.inspector}
      side="right"
      width="medium:w-inspector"
    >
      <aside aria-label={shell.inspector} className="flex min-h-0 flex-1 flex-col">
        {content}
      </aside>
    </Sheet>
  )
}
