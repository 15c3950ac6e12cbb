import { Suspense, useState } from 'react'
import { useFocus } from '../focus/index.ts'
import { type Side, useAt, useLayout } from '../frame/index.ts'
import { useShortcut } from '../keys/index.ts'
import { useSentences } from '../language/index.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { Loading } from './loading.tsx'
import { Main } from './main.tsx'
import { Region } from './region.tsx'
import type { Regions } from './regions.tsx'
import { Aside, Nav } from './sides.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame: every region, in document order, and the shortcuts that open and close them. */
export function Shell({ regions }: { readonly regions: Regions }) {
  const at = useAt()
  const hasInspector = at.page === 'conversation'
  const { isOpen, setOpen } = useLayout()
  const [searching, setSearching] = useState(false)
  const [showingKeys, setShowingKeys] = useState(false)

  const turn = (side: Side) => setOpen(side, !isOpen(side))
  useShortcut('conversations', () => turn('conversations'))
  useShortcut('inspector', () => turn('inspector'), hasInspector)
  useShortcut('search', () => setSearching(true))
  useShortcut('keys', () => setShowingKeys(true))

  return (
    <div className="flex h-full flex-col">
      {regions.followers.map((Follower) => (
        <Follower key={Follower.name} />
      ))}
      <SkipLink toText={at.page === 'conversation'} />
      <Region name="status">
        <regions.Status />
      </Region>
      <div className="flex min-h-0 flex-1">
        <Nav at={at}>
          <regions.Conversations id={at.id} />
        </Nav>
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar at={at} onShowKeys={() => setShowingKeys(true)}>
            <regions.Title id={at.id} />
          </TopBar>
          <Main at={at} regions={regions} />
        </div>
        {hasInspector && (
          <Aside>
            <Suspense fallback={<Loading />}>
              <regions.Inspector id={at.id} />
            </Suspense>
          </Aside>
        )}
      </div>
      <Region name="search">
        <Suspense fallback={null}>
          <regions.Search open={searching} onOpenChange={setSearching} />
        </Suspense>
      </Region>
      <KeysDialog open={showingKeys} onOpenChange={setShowingKeys} />
    </div>
  )
}

/** The first thing that Tab reaches: past the lists, to the text or the page. */
function SkipLink({ toText }: { readonly toText: boolean }) {
  const { shell } = useSentences()
  const focus = useFocus()
  return (
    <button
      type="button"
      onClick={() => (toText && focus('text')) || focus('main')}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:border focus:border-control focus:bg-raised focus:px-3 focus:py-2 focus:shadow-float"
    >
      {toText ? shell.skipToText : shell.skipToMain}
    </button>
  )
}
