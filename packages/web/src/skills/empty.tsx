import { useSentences } from '../language/index.ts'
import { CopyButton, Icon } from '../parts/index.ts'
import { Path } from '../paths/index.ts'
import { usePage } from '../state/index.ts'

const command = 'skillet run skill-creator my-skill'

/** There is no skill at all: where Skillet looked, and how to make one. */
export function NoSkills() {
  const { skills } = useSentences()
  const roots = usePage(({ skills: known }) => known?.roots) ?? []
  return (
    <div className="flex flex-col gap-3 overflow-y-auto p-4">
      <h2 className="text-reading font-semibold">{skills.none}</h2>
      <p className="text-text2">{skills.noneHelp}</p>
      <ul className="flex flex-col gap-1">
        {roots.map(({ path, exists }) => (
          <li key={path} className="flex min-w-0 items-center gap-2">
            <Icon name="folder" className="text-text2" />
            <Path path={path} />
            {!exists && <span className="text-label text-text2">{skills.folderMissing}</span>}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-2">
        {skills.makeOne}
        <code className="rounded-badge bg-sunken px-1 font-mono">{command}</code>
        <CopyButton text={command} />
      </p>
    </div>
  )
}

/** There are skills, and the filter leaves none. */
export function NoMatch() {
  const { skills } = useSentences()
  return (
    <div className="p-4">
      <h2 className="font-semibold">{skills.noneMatch}</h2>
      <p className="text-text2">{skills.noneMatchHelp}</p>
    </div>
  )
}
