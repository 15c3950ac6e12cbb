import type { RequestRecord } from '@skillet/server/contract'
import { Link } from 'wouter'
import { useFormat, useSentences } from '../language/index.ts'
import { cuts, viewAddress } from '../skills-view/index.ts'

export interface CatalogueProps {
  readonly catalogue: RequestRecord['catalogue']
  readonly conversation: string
  readonly message: string
  readonly step: number
}

/** What the catalogue did with the skills; each count leads to the skills that it counts. */
export function Catalogue({ catalogue, conversation, message, step }: CatalogueProps) {
  const { inspector } = useSentences()
  const { number } = useFormat()
  const counts = cuts.flatMap((cut) => {
    const names = catalogue[cut]
    return names === undefined ? [] : [{ cut, count: names.length }]
  })
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold">{inspector.group.catalogue}</h3>
      <ul className="flex flex-wrap gap-x-4">
        {counts.map(({ cut, count }) => (
          <li key={cut} className="flex min-h-6 items-center">
            {count === 0 ? (
              <span className="text-text2">{inspector.catalogue[cut](number(count))}</span>
            ) : (
              <Link
                href={viewAddress({
                  states: [],
                  text: '',
                  catalogue: { cut, conversation, message, step },
                })}
                className="text-accent underline"
              >
                {inspector.catalogue[cut](number(count))}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
