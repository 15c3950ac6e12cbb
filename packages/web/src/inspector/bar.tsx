import { useFormat, useSentences } from '../language/index.ts'
import { classes } from '../parts/index.ts'
import { barParts, type Group, type RequestRow, type Size } from './rows.ts'

export const colours: Readonly<Record<Group, string>> = {
  knowledge: 'bg-s1',
  skills: 'bg-s2',
  base: 'bg-s3',
  catalogue: 'bg-s4',
  messages: 'bg-s5',
  tools: 'bg-s6',
}

/** 12 px: each part of the request in its colour, the rest of the window as an outline. */
export function Bar({ rows, size }: { readonly rows: readonly RequestRow[]; readonly size: Size }) {
  const { inspector } = useSentences()
  const { number } = useFormat()
  const names = rows.map(({ group, title, tokens }) =>
    inspector.part(group === 'skills' ? title : inspector.group[group], number(tokens)),
  )
  if (size.window !== undefined) names.push(inspector.part(inspector.rest, number(size.rest)))
  return (
    <div role="img" aria-label={names.join('; ')} className="flex h-3 gap-0.5">
      {barParts(rows, size).map(({ id, group, share }) => (
        <span
          key={id}
          style={{ flexGrow: share, flexBasis: 0 }}
          className={classes(
            'min-w-0.5 rounded-xs forced:border forced:border-current',
            group === 'rest' ? 'border border-control' : colours[group],
          )}
        />
      ))}
    </div>
  )
}
