import { Suspense } from 'react'
import { Link } from 'wouter'
import { usePlace } from '../focus/index.ts'
import { useSentences } from '../language/index.ts'
import { Loading } from './loading.tsx'
import { Region } from './region.tsx'
import type { Regions } from './regions.tsx'
import type { At } from './route.ts'

/** The page that the address names. */
export function Main({ at, regions }: { readonly at: At; readonly regions: Regions }) {
  return (
    <main
      ref={usePlace('main')}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <Region name="main" resetKey={`${at.page} ${at.id}`}>
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
      <h2 className="pb-2 font-semibold">{shell.notFound}</h2>
      <p className="pb-4 text-text2">{shell.notFoundHelp}</p>
      <Link href="/" className="text-accent underline">
        {shell.toConversations}
      </Link>
    </div>
  )
}
