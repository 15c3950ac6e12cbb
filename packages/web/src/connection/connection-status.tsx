import { useSentences } from '../language/index.ts'
import { Banner, CopyButton, Icon, Spinner } from '../parts/index.ts'
import { usePage } from '../state/index.ts'
import { ModelBanner } from './model-banner.tsx'
import { PasswordForm } from './password-form.tsx'

/** How the page stands with the server, and what holds for every page. */
export function ConnectionStatus() {
  const exposed = usePage(({ session }) => session?.exposed === true)
  const { connection: words } = useSentences()
  return (
    <>
      <Standing />
      {exposed && <Banner tone="warning">{words.exposed}</Banner>}
      <ModelBanner />
    </>
  )
}

const command = 'skillet serve'

function Standing() {
  const { connection: words } = useSentences()
  const connection = usePage((page) => page.connection)
  const problem = usePage(({ accessProblem }) => accessProblem)
  const known = usePage(({ session }) => session?.command)
  switch (connection) {
    case 'connecting':
    case 'open':
      return null
    case 'reconnecting':
      return (
        <Banner>
          <span role="status" className="flex items-center gap-2">
            <Spinner />
            {words.reconnecting}
          </span>
        </Banner>
      )
    case 'gone':
      return <Ended sentence={words.gone} help={words.goneHelp} run={known ?? command} />
    case 'no-access':
      return (
        <Ended
          sentence={noAccess(problem?.code, words)}
          help={words.openAgain}
          run={known ?? command}
        />
      )
    case 'earlier-start':
      return <Ended sentence={words.earlierStart} help={words.openAgain} run={known ?? command} />
    case 'password':
      return <PasswordForm />
  }
}

function noAccess(
  code: string | undefined,
  words: ReturnType<typeof useSentences>['connection'],
): string {
  if (code === 'code-used') return words.codeUsed
  return code === 'code-late' ? words.codeLate : words.noAccess
}

interface EndedProps {
  readonly sentence: string
  readonly help: string
  /** The command to type. */
  readonly run: string
}

/** Nothing works until somebody does something: what, and that nothing written is lost. */
function Ended({ sentence, help, run }: EndedProps) {
  return (
    <Banner tone="danger" icon="interrupted" action={<CopyButton text={run} />}>
      <p role="alert" className="font-semibold">
        {sentence}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        {help}
        <span className="inline-flex min-w-0 items-center gap-1">
          <Icon name="terminal" />
          <code className="min-w-0 font-mono">{run}</code>
        </span>
      </p>
    </Banner>
  )
}
