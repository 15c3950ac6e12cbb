import { Suspense } from 'react'
import { Link } from 'wouter'
import { usePlace } from '../focus/index.ts'
import type { At } from '../frame/index.ts'
import { useSentences } from '../language/index.ts'
import { Loading } from './loading.tsx'
import { Region } from './region.tsx'
import type { Regions } from './regions.tsx'

/** The page that the address names. A container, so that what is in it can ask for its width. */
export function Main({ at, regions }: { readonly at: At; readonly regions: Regions }) {
  return (
    <main
      ref={usePlace('main')}
      tabIndex={-1}
      className="@container flex min-h-0 flex-1 flex-col outline-none"
    >
      <Region name={`main ${at.page}`} resetKey={at.id}>
        <Suspense fallback={<Loading />}>
          <Page at={at} regions={regions} />
        </Suspense>
      </Region>
    </main>
  )
}

function Page({ at, regions }: { readonly at: At; readonly regions: Regions }) {
  switch (at.page) {
    case 'conversation':
      return <regions.Conversation id={at.id} />
    case 'skills':
      return <regions.Skills />
    case 'settings':
      return <regions.Settings />
    case 'start':
      return <regions.Start />
    case 'unknown':
      return <NotFound />
  }
}

function NotFound() {
  const { shell } = useSentences()
  return (
    <div className="mx-auto w-full max-w-welcome p-4 text-reading">
      <p className="pb-4 text-text2">{shell.notFoundHelp}</p>
      <Link href="/" className="text-accent underline">
        {shell.toConversations}
      </Link>
    </div>
  )
}
