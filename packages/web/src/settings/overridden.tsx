import { useSentences } from '../language/index.ts'
import { Notice } from '../parts/index.ts'
import { Path } from '../paths/index.ts'

export interface Origin {
  readonly from: 'default' | 'user' | 'project' | 'environment' | 'command-line'
  readonly file?: string | undefined
  readonly editable: boolean
}

/** Which higher place sets this, so that a change here would do nothing. */
export function Overridden({ from, file, editable }: Origin) {
  const { settings } = useSentences()
  if (editable) return null
  return (
    <Notice icon="lock">
      {settings.setBy[from]} {file !== undefined && <Path path={file} />}
    </Notice>
  )
}
