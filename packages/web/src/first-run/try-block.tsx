import { Link, useLocation } from 'wouter'
import { fillComposer } from '../composer/index.ts'
import { addressOf } from '../frame/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Icon } from '../parts/index.ts'
import { startWith } from '../skills-view/index.ts'
import { newConversation, usePage } from '../state/index.ts'
import { Block } from './block.tsx'

/** Skills as chips that fill the composer of a new conversation. */
export function TryBlock() {
  const { firstRun } = useSentences()
  const [, go] = useLocation()
  const entries = usePage((page) => page.skills?.entries)
  const isNewcomer = usePage(({ conversations }) => conversations?.length === 0)
  const skills = startWith(entries ?? [], isNewcomer)
  const use = (path: string) => {
    const id = newConversation()
    fillComposer(id, { skill: path })
    go(addressOf(id))
  }
  return (
    <Block title={firstRun.try}>
      <p className="text-text2">{skills.length === 0 ? firstRun.tryNothing : firstRun.tryHelp}</p>
      <ul className="flex flex-wrap gap-2">
        {skills.map(({ path, callableAs, description }) => (
          <li key={path} className="min-w-0">
            <button
              type="button"
              title={description}
              onClick={() => use(path)}
              className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-control bg-accentSoft px-3 text-accentText hover:underline coarse:min-h-11 forced:border"
            >
              <Icon name="skill" />
              <span className="truncate font-semibold">/{showHiddenLine(callableAs)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Link
        href="/"
        className="inline-flex min-h-8 items-center self-start text-accent underline coarse:min-h-11"
      >
        {firstRun.toComposer}
      </Link>
    </Block>
  )
}
