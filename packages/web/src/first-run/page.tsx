import { useSentences } from '../language/index.ts'
import { Spinner } from '../parts/index.ts'
import { usePage } from '../state/index.ts'
import { ModelBlock } from './model-block.tsx'
import { SkillsBlock } from './skills-block.tsx'
import { TryBlock } from './try-block.tsx'

/** What was found at the start, and one next step for each of it. */
export function StartPage() {
  const { firstRun, shell } = useSentences()
  const session = usePage((page) => page.session)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-welcome flex-col gap-4 px-3 py-8 medium:px-4">
        <div>
          <h2 className="text-welcome font-semibold">{firstRun.welcome}</h2>
          <p className="text-reading text-text2">{firstRun.welcomeHelp}</p>
        </div>
        {session === undefined ? (
          <p role="status" className="flex items-center gap-2 text-text2">
            <Spinner />
            {shell.loading}
          </p>
        ) : (
          <>
            <ModelBlock session={session} />
            <SkillsBlock session={session} />
            <TryBlock />
          </>
        )}
      </div>
    </div>
  )
}
