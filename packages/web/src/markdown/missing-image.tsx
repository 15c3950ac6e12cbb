import { useFormat, useSentences } from '../language/index.ts'
import { Icon } from '../parts/index.ts'
import { placeOf } from './address.ts'

const shownLength = 200

/** An image of foreign text is never loaded: fetching it would tell its host what was read here. */
export function MissingImage({ src, alt }: { readonly src: string; readonly alt: string }) {
  const { markdown } = useSentences()
  const { number } = useFormat()
  const address =
    src.length > shownLength
      ? markdown.addressCut(src.slice(0, shownLength), number(src.length))
      : src
  return (
    <span className="missing-image">
      <Icon name="image" />
      <span>
        {markdown.imageNotLoaded(placeOf(src).slice(0, shownLength))}
        {alt !== '' && <> · {alt}</>}
        <code className="block">{address}</code>
      </span>
    </span>
  )
}
