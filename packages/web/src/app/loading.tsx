import { useSentences } from '../language/index.ts'
import { Spinner } from '../parts/index.ts'

/** Stands in for a page whose code is on its way. */
export function Loading() {
  const { shell } = useSentences()
  return (
    <p role="status" className="flex items-center gap-2 p-4 text-text2">
      <Spinner />
      {shell.loading}
    </p>
  )
}
