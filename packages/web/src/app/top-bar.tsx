import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { type At, useLayout } from '../frame/index.ts'
import { keysFor } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { IconButton, Menu } from '../parts/index.ts'
import { Region } from './region.tsx'

export interface TopBarProps {
  readonly at: At
  readonly onShowKeys: () => void
  /** The conversation's title and state; other pages have their name here. */
  readonly children: ReactNode
}

/** 48 px: conversations, title and state, Inspect, menu. */
export function TopBar({ at, onShowKeys, children }: TopBarProps) {
  const { shell } = useSentences()
  const { isOpen, setOpen } = useLayout()
  const [, go] = useLocation()
  const inspecting = isOpen('inspector')
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2">
      {!isOpen('conversations') && (
        <IconButton
          icon="conversations"
          label={shell.showConversations}
          keys={keysFor('conversations')}
          onClick={() => setOpen('conversations', true)}
        />
      )}
      <div className="flex min-w-0 flex-1 items-center gap-2 px-1">
        {at.page === 'conversation' ? (
          <Region name="title" resetKey={at.id}>
            {children}
          </Region>
        ) : (
          <h1 className="truncate text-reading font-semibold">{nameOf(at, shell)}</h1>
        )}
      </div>
      {at.page === 'conversation' && (
        <IconButton
          icon="inspect"
          label={inspecting ? shell.hideInspector : shell.showInspector}
          keys={keysFor('inspector')}
          pressed={inspecting}
          onClick={() => setOpen('inspector', !inspecting)}
        />
      )}
      <Menu
        trigger={<IconButton icon="more" label={shell.more} />}
        items={[
          { id: 'skills', label: shell.skills, icon: 'skill', onSelect: () => go('/skills') },
          {
            id: 'settings',
            label: shell.settings,
            icon: 'settings',
            onSelect: () => go('/settings'),
          },
          {
            id: 'start',
            label: shell.start,
            icon: 'help',
            onSelect: () => go('/start'),
            apart: true,
          },
          {
            id: 'keys',
            label: shell.keys,
            icon: 'keyboard',
            keys: keysFor('keys'),
            onSelect: onShowKeys,
          },
        ]}
      />
    </header>
  )
}

function nameOf({ page }: At, shell: ReturnType<typeof useSentences>['shell']): string {
  switch (page) {
    case 'skills':
      return shell.skills
    case 'settings':
      return shell.settings
    case 'start':
      return shell.start
    case 'conversation':
    case 'unknown':
      return shell.notFound
  }
}
