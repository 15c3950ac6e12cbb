import type { FilePart } from '../../calls/index.ts'
import { useSentences } from '../../language/index.ts'
import { Download } from './download.tsx'
import { StoredImage } from './image.tsx'
import { isShownImage } from './shown-image.ts'

/** A file of a message: an image that is shown, or something to download. */
export function File({ part }: { readonly part: FilePart }) {
  const { chat } = useSentences()
  const name = part.filename ?? chat.unnamedFile
  return isShownImage(part.mediaType, part.url) ? (
    <StoredImage url={part.url} name={chat.image(name)} />
  ) : (
    <Download url={part.url} name={name} />
  )
}
