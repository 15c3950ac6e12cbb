import { Link } from 'wouter'
import { useSentences } from '../language/index.ts'
import { Banner, Prose } from '../parts/index.ts'
import { usePage } from '../state/index.ts'

/** No language model answers: there is none, or the chosen one cannot be had. */
export function ModelBanner() {
  const { connection: words } = useSentences()
  const model = usePage(({ session }) => session?.model)
  if (model === undefined) return null
  const { guided, problem } = model
  const connect = (
    <Link
      href={guided ? '/start' : '/settings'}
      className="inline-flex min-h-6 items-center text-accent underline coarse:min-h-11"
    >
      {guided ? words.connectModel : words.chooseModel}
    </Link>
  )
  if (problem !== undefined)
    return (
      <Banner tone="danger" action={connect}>
        <Prose of={problem} />
      </Banner>
    )
  if (!guided) return null
  return (
    <Banner tone="warning" icon="model" action={connect}>
      {words.guided}
    </Banner>
  )
}
